import { factsOf } from './wrong-setting.ts'

const WITHOUT_ANSWER = /^E(AUTH|NOAUTH|OAUTH2|CONNECTION|SOCKET|TIMEDOUT|DNS|PROXY|TLS|PROTOCOL)$/

/** Answers to one mail that concern all: busy, not signed in, the server's own state, a sending limit. */
const ABOUT_ALL =
  /^(421|454|530|535)\b|^\d{3}[ -][45]\.(3\.[0-3]|4\.5|7\.8)\b|^\d{3}[ -]5\.1\.8\b|\b(sending|messaging|daily|hourly)( \w+)? (limit|quota)/i

/** Whether the failure concerns all mails, not only this one. */
export function isOutage(error: unknown): boolean {
  const { code, command, response } = factsOf(error)
  if (command === 'RCPT TO' || command === 'DATA') return ABOUT_ALL.test(response)
  return WITHOUT_ANSWER.test(code) || (command === 'MAIL FROM' && /^(?!552)\d/.test(response))
}
