import * as z from 'zod/mini'
import { isDate, isTime } from '../domain/madrid-time.ts'
import { formatPhone, isCompletePhone, isMemberPhone, nationalPhone } from '../domain/phone.ts'
import type { Endpoint } from './endpoint.ts'
import { ERRORS, FIELD_CODES, type ErrorCode } from './errors.ts'

z.config({ customError: () => '올바르지 않은 값입니다.' })

/** Characters. */
export const MAX_LENGTH = { name: 100, email: 254, note: 1000, feedback: 2000, reason: 500 } as const

export const PHONE_TEXT = '올바른 전화번호 형식이 아닙니다.'

const tooLong = (max: number) => `${max}자 이하로 입력해주세요.`
const CONTROLS_TEXT = '사용할 수 없는 문자가 포함되어 있습니다.'
// Databases refuse lone surrogates.
const hasControls = /[\p{Cc}\p{Cs}]/u
// Invisible marks come with pasted text. A variation selector belongs to the letter before it.
const INVISIBLE = /(?!\p{VS})\p{DI}|\u2800/gu
const hasControlsButNewline = /(?!\n)[\p{Cc}\p{Cs}]/u

/** Trims and removes invisible marks; a tab, as pasted from a spreadsheet, becomes a space. */
const clean = z.overwrite<string>((text) =>
  text
    .replaceAll('\t', ' ')
    .replace(INVISIBLE, '')
    .replace(/^[\p{VS}\s]+|\s+$/gu, ''),
)

/** Trimmed NFC line of 1 to `max` characters; `required` is the error text. */
export const line = (required: string, max: number = MAX_LENGTH.name, min = 1) =>
  z.string(required).check(
    clean,
    z.normalize('NFC'),
    z.minLength(min, required),
    z.maxLength(max, tooLong(max)),
    z.refine((text) => !hasControls.test(text), CONTROLS_TEXT),
  )

const keepLines = z.overwrite<string>((text) => text.replaceAll('\r\n', '\n').normalize('NFC'))
const noControls = z.refine<string>((text) => !hasControlsButNewline.test(text), CONTROLS_TEXT)

/** Trimmed; may be empty or multi-line. */
export const longText = (max: number) =>
  z.string().check(clean, keepLines, z.maxLength(max, tooLong(max)), noControls)

/** Trimmed; `required` is the error text. */
export const requiredText = (required: string, max: number) =>
  z
    .string(required)
    .check(clean, keepLines, z.minLength(1, required), z.maxLength(max, tooLong(max)), noControls)

const EMAIL_MISSING_TEXT = '이메일을 입력해주세요.'
// Japanese carriers gave out addresses with dots in a row, or before the @.
const EMAIL = /^(?!\.)[\w'+.-]+@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
const EMAIL_TEXT = '올바른 이메일 형식이 아닙니다.'

/** Lower case. */
export const email = z
  .string(EMAIL_MISSING_TEXT)
  .check(
    clean,
    z.toLowerCase(),
    z.minLength(1, EMAIL_MISSING_TEXT),
    z.maxLength(MAX_LENGTH.email, EMAIL_TEXT),
    z.regex(EMAIL, EMAIL_TEXT),
  )

/** Trimmed; `+82 10` and `0082 10` become `010`. */
export const phone = (required: string) => z.string(required).check(clean, z.overwrite(nationalPhone))

/** Returned as 010-1234-5678. */
export const memberPhone = phone(PHONE_TEXT).check(
  z.refine(isMemberPhone, PHONE_TEXT),
  z.overwrite(formatPhone),
)

const CONTACT_TEXT = '올바른 연락처를 입력해주세요.'

/** Eleven digits, returned 3-4-4. */
export const visitorPhone = phone(CONTACT_TEXT).check(
  z.refine(isCompletePhone, CONTACT_TEXT),
  z.overwrite(formatPhone),
)

export const id = z.int().check(z.positive(), z.maximum(2_147_483_647))

/** An id as text, in paths and queries. */
export const idText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.number().check(z.maximum(2_147_483_647)),
  ),
)

const idParams = z.object({ id: idText })

export const paramsOf = ({ params, path }: Endpoint) =>
  params ?? (path.includes('{id}') ? idParams : undefined)

/** An id in a path may name nothing. */
export const errorsOf = ({ errors = [], path }: Endpoint): readonly ErrorCode[] =>
  path.includes('{id}') ? ['not_found', ...errors] : errors

export const DATE_TEXT = '유효하지 않은 날짜입니다.'

export const date = z.string(DATE_TEXT).check(z.refine(isDate, DATE_TEXT))

/** `HH:MM` in Madrid, or 24:00. */
export const time = z.string().check(z.refine((text) => isTime(text) || text === '24:00'))

export const minutes = z.int().check(z.minimum(1))

export const textOrNull = z.nullable(z.string())

export const tierFlags = { is_vip: z.boolean(), is_vvip: z.boolean() }

export const confirmation = z.object({ message: z.string() })

export const errorBody = z.object({
  code: z.enum(Object.keys(ERRORS) as ErrorCode[]),
  error: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  field_codes: z.optional(z.record(z.string(), z.enum(FIELD_CODES))),
  reason: z.optional(z.enum(['no_event', 'no_slots'])),
  results: z.optional(z.array(z.object({ id, type: z.string(), outcome: z.string() }))),
})

/** Ends the summary of a change of a shared form. */
export const KEEPS_OTHERS = 'With `expected`, the former values, it overwrites nothing that has changed since'
