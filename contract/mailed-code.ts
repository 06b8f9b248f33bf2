import * as z from 'zod/mini'
import { bareCode, CODE_LENGTH } from '../domain/verification-code.ts'

export const CODE_MISSING_TEXT = '인증번호를 입력해주세요.'
export const CODE_LENGTH_TEXT = `인증번호는 ${CODE_LENGTH}자리입니다.`

export const mailedCode = z
  .string(CODE_MISSING_TEXT)
  .check(
    z.overwrite(bareCode),
    z.toUpperCase(),
    z.minLength(1, CODE_MISSING_TEXT),
    z.maxLength(CODE_LENGTH, CODE_LENGTH_TEXT),
  )
