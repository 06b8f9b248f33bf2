export type MailContent = {
  event_name: string
  contact_email: string
  /** Shown first and largest. */
  when?: When
  /** Shown first and largest. */
  code?: Fact
  greeting: string
  headline: string
  sentence: string
  facts?: readonly Fact[]
  reason?: Fact | null
  /** `address` is the content of the QR code. */
  pass?: { code: string; address: string } | undefined
  /** Written by the administrator. */
  message?: Fact | null
  next: string
  link?: Link | undefined
  second_link?: Link | undefined
}

export type Fact = { label: string; value: string }
export type Link = { label: string; url: string }
/** `is_off` strikes the time out; `before` is the former time. */
export type When = { date: string; range: string; is_off: boolean; before?: string | undefined }

export const LOCAL_TIME = '마드리드 현지 시각'
export const BEFORE = '변경 전'
export const PASS = '입장 코드'
export const SHOW_PASS = '도착하시면 안내 데스크에서 QR 코드나 입장 코드를 보여주세요.'
export const AUTOMATIC = '이 메일은 자동으로 발송되었습니다.'
