import { ERRORS, type ErrorBody, type ErrorCode, type FieldCode } from '../../contract/errors.ts'

type Details = {
  text?: string
  /** By dotted path; the first one is also the message. */
  fields?: Record<string, string>
  /** `invalid` where none is given. */
  field_codes?: Record<string, FieldCode>
  headers?: Record<string, string>
  /** Commits what was written before the refusal, such as a counted attempt. */
  keepsWrites?: boolean
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly field_codes: Record<string, FieldCode>
  readonly headers: Record<string, string>
  readonly keepsWrites: boolean

  constructor(code: ErrorCode, details: Details = {}) {
    const { text, fields, field_codes = {}, headers = {}, keepsWrites = false } = details
    super(text ?? (fields && Object.values(fields)[0]) ?? ERRORS[code].text)
    this.code = code
    this.fields = fields
    this.field_codes = field_codes
    this.headers = headers
    this.keepsWrites = keepsWrites
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  body(): ErrorBody {
    const { code, message, fields, field_codes } = this
    const body = { code, error: message, message }
    if (!fields) return body
    const codes = Object.keys(fields).map((path) => [path, field_codes[path] ?? 'invalid'] as const)
    return { ...body, fields, field_codes: Object.fromEntries(codes) }
  }
}

/** For kysely's `executeTakeFirstOrThrow`. */
export const orRefuse = (code: ErrorCode) => (): AppError => new AppError(code)

export const invalid = (field: string, text: string): AppError =>
  new AppError('invalid_input', { fields: { [field]: text } })
