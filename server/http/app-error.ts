import { ERRORS, type ErrorBody, type ErrorCode } from '../../contract/errors.ts'

type Details = {
  text?: string
  /** By dotted path; the first one is also the message. */
  fields?: Record<string, string>
  headers?: Record<string, string>
  /** Commits what was written before the refusal, such as a counted attempt. */
  keepsWrites?: boolean
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly headers: Record<string, string>
  readonly keepsWrites: boolean

  constructor(code: ErrorCode, { text, fields, headers, keepsWrites = false }: Details = {}) {
    super(text ?? (fields && Object.values(fields)[0]) ?? ERRORS[code].text)
    this.code = code
    this.fields = fields
    this.headers = headers ?? {}
    this.keepsWrites = keepsWrites
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  body(): ErrorBody {
    const { code, message, fields } = this
    return { code, error: message, message, ...(fields && { fields }) }
  }
}
