import { goLiveWarnings, type GoLiveWarning } from '../domain/go-live.ts'
import type { Db } from './database/transaction.ts'
import { commandLine, type Env } from './env.ts'
import { findWarningFacts } from './features/go-live/queries.ts'

const LINES: Readonly<Record<GoLiveWarning, (env: Env) => string>> = {
  sample_member: () =>
    `Others can sign in as a visitor of the sample event. Delete the sample before real visitors come: ${commandLine('new-event')}, or 설정 → 행사 시작하기.`,
  local_links: ({ public_url }) =>
    `Links in mails point to ${public_url}, which only this machine can open. Set PUBLIC_URL to the address that visitors open.`,
  mail_files: () => 'Mails are only written to files. Set SMTP_URL.',
  printed_password: ({ admin_name }) =>
    `The first administrator's password is still the printed one (ADMIN_NAME is ${admin_name}). Change it under 설정 → 관리자.`,
  untrusted_proxy: () =>
    'A proxy that is not in TRUST_PROXY sends X-Forwarded-For: all visitors count as one network. Add its address.',
}

/** None if only this machine reaches the service. */
export async function warningLines(db: Db, env: Env): Promise<string[]> {
  const facts = { ...env, has_mail_server: env.smtp_url !== undefined, ...(await findWarningFacts(db)) }
  return goLiveWarnings(facts).map((warning) => LINES[warning](env))
}
