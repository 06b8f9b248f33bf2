// Separate, so that phones signing up load one file less.
import { email, line, memberPhone } from './field.ts'

export const profile = {
  email,
  name: line('이름을 입력해주세요.'),
  phone: memberPhone,
  company_name: line('회사명을 입력해주세요.'),
  position: line('직책을 입력해주세요.'),
}
