/** The content of a mail, before it is laid out as text and as HTML. */
export type MailContent = {
  event_name: string
  contact_email: string
  /** When it takes place: the first thing in the mail, and the largest. */
  when?: When
  /** A code to be typed, first and large as well. */
  code?: Fact
  greeting: string
  headline: string
  /** More about the event than the headline says, in a sentence. */
  sentence: string
  facts?: readonly Fact[]
  reason?: Fact | null
  /** The code by which the desk knows it, and the address that its QR code says. */
  pass?: { code: string; address: string } | undefined
  /** An administrator's own words to the member. */
  message?: Fact | null
  /** The next step. */
  next: string
  /** The next step as a button. */
  link?: Link | undefined
  /** Another way on, as quiet as the text around it. */
  second_link?: Link | undefined
}

export type Fact = { label: string; value: string }
export type Link = { label: string; url: string }
/**
 * A day and a time range of it; `is_off` when nothing takes place then any more, `before` where it was at first.
 */
export type When = { date: string; range: string; is_off: boolean; before?: string | undefined }

export const LOCAL_TIME = '마드리드 현지 시각'
export const BEFORE = '변경 전'
export const PASS = '입장 코드'
export const SHOW_PASS = '도착하시면 안내 데스크에서 QR 코드나 입장 코드를 보여주세요.'
export const AUTOMATIC = '이 메일은 자동으로 발송되었습니다.'
