/** The content of a mail, before it is laid out as text and as HTML. */
export type MailContent = {
  event_name: string
  contact_email: string
  greeting: string
  headline: string
  /** The event in one sentence. */
  sentence: string
  /** A code to be typed, shown large. */
  code?: Fact
  facts?: readonly Fact[]
  reason?: Fact | null
  /** The next step. */
  next: string
  link?: { label: string; url: string }
}

export type Fact = { label: string; value: string }

/** A text as one line: nothing in it can start a header, or a line of its own. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()

export const AUTOMATIC = '이 메일은 자동으로 발송되었습니다.'
