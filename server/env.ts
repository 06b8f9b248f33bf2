import { resolve } from 'node:path'
import type { Instant } from '../domain/madrid-time.ts'

/** The service's settings, read once from the environment. */
export type Env = {
  port: number
  host: string
  /** Absent: the embedded database. */
  database_url: string | undefined
  data_dir: string
  public_url: string
  trust_proxy: string[]
  smtp_url: string | undefined
  mail_from: string | undefined
  admin_name: string
  admin_password: string | undefined
  demo: boolean
  clock_start: Instant | undefined
  log_level: string
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const ADMIN_PASSWORD_LEAST = 12

type Source = Record<string, string | undefined>

/** Reads and checks every setting. A wrong one throws an Error whose message names it. */
export function readEnv(source: Source = process.env): Env {
  const read = (name: string) => source[name]?.trim() || undefined
  const port = readPort(read('PORT'))
  const database_url = readUrl('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:'])
  return {
    port,
    host: read('HOST') ?? '127.0.0.1',
    database_url,
    data_dir: resolve(read('DATA_DIR') ?? './data'),
    public_url:
      readUrl('PUBLIC_URL', read('PUBLIC_URL'), ['http:', 'https:'])?.replace(/\/+$/, '') ??
      `http://localhost:${port}`,
    trust_proxy: (read('TRUST_PROXY') ?? '').split(',').flatMap((part) => part.trim() || []),
    smtp_url: readUrl('SMTP_URL', read('SMTP_URL'), ['smtp:', 'smtps:']),
    mail_from: read('MAIL_FROM'),
    admin_name: readAdminName(read('ADMIN_NAME')),
    admin_password: readAdminPassword(source['ADMIN_PASSWORD'] || undefined),
    demo: readFlag('DEMO', read('DEMO')) ?? database_url === undefined,
    clock_start: readInstant('CLOCK_START', read('CLOCK_START')),
    log_level: readChoice('LOG_LEVEL', read('LOG_LEVEL') ?? 'info', LOG_LEVELS),
  }
}

function readPort(text: string | undefined): number {
  const port = Number(text ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be a port number, not "${text}".`)
  return port
}

function readUrl(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (text === undefined) return undefined
  const protocol = URL.canParse(text) ? new URL(text).protocol : ''
  if (!protocols.includes(protocol))
    throw new Error(`${name} must be a URL that begins with ${protocols.join('// or ')}//.`)
  return text
}

function readFlag(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  return readChoice(name, text, ['0', '1']) === '1'
}

function readChoice(name: string, text: string, choices: string[]): string {
  if (!choices.includes(text)) throw new Error(`${name} must be one of ${choices.join(', ')}, not "${text}".`)
  return text
}

function readInstant(name: string, text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (Number.isNaN(instant))
    throw new Error(
      `${name} must be an instant with its offset such as 2026-11-21T09:00:00+01:00, not "${text}".`,
    )
  return instant
}

function readAdminName(text: string | undefined): string {
  const name = (text ?? 'admin').normalize('NFC')
  if (name.length > 100) throw new Error('ADMIN_NAME must have at most 100 characters.')
  return name
}

function readAdminPassword(text: string | undefined): string | undefined {
  if (text !== undefined && text.length < ADMIN_PASSWORD_LEAST)
    throw new Error(`ADMIN_PASSWORD must have at least ${ADMIN_PASSWORD_LEAST} characters.`)
  return text
}
