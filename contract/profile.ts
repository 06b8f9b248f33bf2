// Apart from the shape of a member, which phones load without ever filling in one of these forms.
import { email, line, memberPhone } from './field.ts'

/** The fields in which people say who they are: at the sign-up, at the desk, in the administrators' forms and files. */
export const profile = {
  email,
  name: line('이름을 입력해주세요.'),
  phone: memberPhone,
  company_name: line('회사명을 입력해주세요.'),
  position: line('직책을 입력해주세요.'),
}
