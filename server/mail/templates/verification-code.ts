import type { CodeNotice, MailDraft, WrittenMail } from '../mail.ts'

const LABEL = '인증번호'

/**
 * The sign-up code. It stands in the body, which is thrown away once it has left; the subject gets it on its way out
 * (`sentSubject`), so that the list of mails never shows it.
 */
export function verificationCode({ code, valid_minutes }: CodeNotice): MailDraft {
  return {
    code: { label: LABEL, value: code },
    greeting: '안녕하세요.',
    headline: '회원가입 인증번호입니다',
    sentence: '회원가입 화면에 위 인증번호를 입력해주세요.',
    next: `인증번호는 ${valid_minutes}분 동안 유효합니다. 직접 요청하지 않으셨다면 이 메일을 무시해주세요.`,
  }
}

/** The code in a mail's text, or undefined: the operator of a service without a mail server reads it there. */
export const findCode = (text: string): string | undefined =>
  text.match(new RegExp(`^${LABEL}: (\\S+)$`, 'm'))?.[1]

/** The subject with which a mail leaves. That of a code ends in it: a phone's notification says all that is needed. */
export function sentSubject({ kind, subject, text }: Pick<WrittenMail, 'kind' | 'subject' | 'text'>): string {
  const code = kind === 'verification_code' ? findCode(text) : undefined
  return code ? `${subject} ${code}` : subject
}
