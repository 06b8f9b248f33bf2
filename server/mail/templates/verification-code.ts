import type { CodeNotice, MailDraft, WrittenMail } from '../mail.ts'

const LABEL = '인증번호'

export function verificationCode({ code, valid_minutes }: CodeNotice): MailDraft {
  return {
    code: { label: LABEL, value: code },
    greeting: '안녕하세요.',
    headline: '회원가입 인증번호입니다',
    sentence: '회원가입 화면에 위 인증번호를 입력해주세요.',
    next: `인증번호는 ${valid_minutes}분 동안 유효합니다. 직접 요청하지 않으셨다면 이 메일을 무시해주세요.`,
  }
}

/** Operators without a mail server read the code in the log. */
export const findCode = (text: string): string | undefined =>
  text.match(new RegExp(`^${LABEL}: (\\S+)$`, 'm'))?.[1]

/** Adds the code, which a phone's notification then shows. */
export function sentSubject({ kind, subject, text }: Pick<WrittenMail, 'kind' | 'subject' | 'text'>): string {
  const code = kind === 'verification_code' ? findCode(text) : undefined
  return code ? `${subject} ${code}` : subject
}
