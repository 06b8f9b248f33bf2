import { ERRORS, type ErrorBody, type ErrorCode } from '../../contract/errors.ts'

type Details = {
  /** Instead of the code's own text. */
  text?: string
  /** Texts by dotted path of the input. The first one becomes the text of the whole. */
  fields?: Record<string, string>
  headers?: Record<string, string>
  /** Writes made before the refusal stay, such as a counted attempt; else the call's transaction is undone. */
  keepsWrites?: boolean
}

/** A refusal that reaches the caller: one code of the contract's catalogue. Anything else thrown is answered 500. */
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
