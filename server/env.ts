import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isDate, isTime } from '../domain/date-text.ts'
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
  /** Addresses and ranges that may read /metrics. */
  metrics_allow: string[]
  /** Origins of push services beside those of the known browsers. */
  push_services: string[]
  /** Addresses and ranges that are not public, and that webhooks may reach all the same. */
  webhook_allow: string[]
  /** Absent: what fits below the limit of open files. */
  max_connections: number | undefined
  smtp_url: string | undefined
  mail_from: string | undefined
  admin_name: string
  admin_password: string | undefined
  demo: boolean
  clock_start: Instant | undefined
  /** The data are a copy for a rehearsal: every screen says so. */
  rehearsal_copy: boolean
  log_level: string
  /** Absent: a file in DATA_DIR holds one. */
  secret: string | undefined
  /** Absent: no backups by themselves. */
  backup: { dir: string; keep_days: number; at: string } | undefined
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const SECRET_MIN = 32
const ADMIN_PASSWORD_MIN = 12
// The sign-in form takes no longer one.
const ADMIN_PASSWORD_MAX = 500
/** Ranges that Fastify knows by name. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal']
const LOOPBACK = '127.0.0.0/8, ::1'
// With fewer the streams of one stand's walls and desks would not fit.
const MIN_CONNECTIONS = 100
const CONTROLS = /[\p{Cc}\p{Cs}]/u

type Source = Record<string, string | undefined>

/** Reads and checks every setting. A wrong one throws an Error whose message names it. */
export function readEnv(source: Source = process.env): Env {
  const read = (name: string) => source[name]?.trim() || undefined
  const port = readPort(read('PORT'))
  const database_url = readServerUrl('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:'])
  return {
    port,
    host: readHost(read('HOST')),
    database_url,
    data_dir: resolve(read('DATA_DIR') ?? './data'),
    public_url: readPublicUrl(read('PUBLIC_URL')) ?? `http://localhost:${port}`,
    trust_proxy: readRanges('TRUST_PROXY', read('TRUST_PROXY'), NAMED_RANGES),
    metrics_allow: readRanges('METRICS_ALLOW', read('METRICS_ALLOW') ?? LOOPBACK, []),
    push_services: readOrigins('PUSH_SERVICES', read('PUSH_SERVICES')),
    webhook_allow: readRanges('WEBHOOK_ALLOW', read('WEBHOOK_ALLOW'), []),
    max_connections: readMaxConnections(read('MAX_CONNECTIONS')),
    smtp_url: readServerUrl('SMTP_URL', read('SMTP_URL'), ['smtp:', 'smtps:']),
    mail_from: readSender(read('MAIL_FROM')),
    admin_name: readAdminName(read('ADMIN_NAME')),
    admin_password: readAdminPassword(source['ADMIN_PASSWORD'] || undefined),
    demo: readFlag('DEMO', read('DEMO')) ?? database_url === undefined,
    clock_start: readInstant('CLOCK_START', read('CLOCK_START')),
    rehearsal_copy: readFlag('REHEARSAL_COPY', read('REHEARSAL_COPY')) ?? false,
    log_level: readChoice('LOG_LEVEL', read('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    secret: readSecret(source['SECRET']?.trim() || undefined),
    backup: readBackup(read('BACKUP_DIR'), read('BACKUP_KEEP_DAYS'), read('BACKUP_AT')),
  }
}

/** The environment of another program: this one's, with some settings changed. An empty one counts as absent. */
export const environmentWith = (changes: Source, source: Source = process.env): Source => ({
  ...source,
  ...changes,
})

function readPort(text: string | undefined): number {
  const port = Number(text ?? 3000)
  if (!/^\d+$/.test(text ?? '3000') || port > 65_535)
    throw new Error(`PORT must be a port number, not "${text}".`)
  return port
}

function readHost(text = '127.0.0.1'): string {
  if (isIP(text) === 0 && !/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text))
    throw new Error(`HOST must be an address or name of this machine, not "${text}".`)
  return text
}

function readRanges(name: string, text: string | undefined, words: string[]): string[] {
  const ranges = (text ?? '').split(',').flatMap((part) => part.trim() || [])
  for (const range of ranges) {
    const [address, bits = '1', ...rest] = range.split('/')
    const max = { 0: 0, 4: 32, 6: 128 }[isIP(address!)]!
    const isRange = rest.length === 0 && /^[1-9]\d*$/.test(bits) && Number(bits) <= max
    if (!isRange && !words.includes(range))
      throw new Error(`${name} must list addresses or ranges such as 10.0.0.0/8, not "${range}".`)
  }
  return ranges
}

function readOrigins(name: string, text = ''): string[] {
  const origins = text.split(',').flatMap((part) => part.trim() || [])
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !/^https?:/.test(origin))
      throw new Error(`${name} must list origins such as https://push.example.com, not "${origin}".`)
  return origins
}

/** The address of a server, which may hold a password: it is never quoted, and what cuts it in two is noticed. */
function readServerUrl(name: string, text: string | undefined, protocols: string[]): string | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  const isCut = url ? /@/.test(url.pathname + url.hash) || /^\?[^=]*@/.test(url.search) : text?.includes('@')
  if (isCut)
    throw new Error(
      `${name} must have a password in which @ / ? # % are written as %40 %2F %3F %23 %25: as it stands, it breaks off there.`,
    )
  return readUrl(name, text, protocols)
}

function readMaxConnections(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < MIN_CONNECTIONS || count > 1_000_000)
    throw new Error(`MAX_CONNECTIONS must be a number between ${MIN_CONNECTIONS} and 1000000, not "${text}".`)
  return count
}

function readUrl(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (text === undefined) return undefined
  const protocol = URL.canParse(text) ? new URL(text).protocol : ''
  if (!protocols.includes(protocol))
    throw new Error(`${name} must be a URL that begins with ${protocols.join('// or ')}//.`)
  return text
}

function readPublicUrl(text: string | undefined): string | undefined {
  const url = readUrl('PUBLIC_URL', text, ['http:', 'https:'])
  if (url?.match(/[?#]/)) throw new Error(`PUBLIC_URL must be an address without "?" and "#", not "${url}".`)
  return url?.replace(/\/+$/, '')
}

function readSender(text: string | undefined): string | undefined {
  if (
    text !== undefined &&
    (CONTROLS.test(text) || !/^([^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text))
  )
    throw new Error(`MAIL_FROM must be an address such as Stand <stand@example.com>, not "${text}".`)
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
  const isWritten = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const instant = isWritten && isDate(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(instant))
    throw new Error(
      `${name} must be an instant with its offset such as 2026-11-21T09:00:00+01:00, not "${text}".`,
    )
  return instant
}

function readBackup(dir: string | undefined, days = '14', at = '03:00'): Env['backup'] {
  if (!/^[1-9]\d{0,3}$/.test(days))
    throw new Error(`BACKUP_KEEP_DAYS must be a number of days, at least 1, not "${days}".`)
  if (!isTime(at)) throw new Error(`BACKUP_AT must be a time of day such as 03:00, not "${at}".`)
  return dir === undefined ? undefined : { dir: resolve(dir), keep_days: Number(days), at }
}

function readSecret(text: string | undefined): string | undefined {
  if (text !== undefined && text.length < SECRET_MIN)
    throw new Error(`SECRET must have at least ${SECRET_MIN} characters.`)
  return text
}

function readAdminName(text: string | undefined): string {
  const name = (text ?? 'admin').normalize('NFC')
  if (name.length > 100 || CONTROLS.test(name))
    throw new Error('ADMIN_NAME must have at most 100 characters, on one line.')
  return name
}

function readAdminPassword(text: string | undefined): string | undefined {
  if (text !== undefined && text.length < ADMIN_PASSWORD_MIN)
    throw new Error(`ADMIN_PASSWORD must have at least ${ADMIN_PASSWORD_MIN} characters.`)
  if (text !== undefined && text.length > ADMIN_PASSWORD_MAX)
    throw new Error(`ADMIN_PASSWORD must have at most ${ADMIN_PASSWORD_MAX} characters.`)
  return text
}
