// Apart from the sign-up, which asks for the same: a phone that signs up would have to fetch one file more.
import { email, line, memberPhone } from './field.ts'

/** The fields in which people say who they are: at the desk, in the administrators' forms and in their files. */
export const profile = {
  email,
  name: line('이름을 입력해주세요.'),
  phone: memberPhone,
  company_name: line('회사명을 입력해주세요.'),
  position: line('직책을 입력해주세요.'),
}
