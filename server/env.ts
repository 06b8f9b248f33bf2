import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isDate } from '../domain/date-text.ts'
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
const ADMIN_PASSWORD_MIN = 12
// The sign-in form takes no longer one.
const ADMIN_PASSWORD_MAX = 500
const CONTROLS = /[\p{Cc}\p{Cs}]/u

type Source = Record<string, string | undefined>

/** Reads and checks every setting. A wrong one throws an Error whose message names it. */
export function readEnv(source: Source = process.env): Env {
  const read = (name: string) => source[name]?.trim() || undefined
  const port = readPort(read('PORT'))
  const database_url = readUrl('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:'])
  return {
    port,
    host: readHost(read('HOST')),
    database_url,
    data_dir: resolve(read('DATA_DIR') ?? './data'),
    public_url: readPublicUrl(read('PUBLIC_URL')) ?? `http://localhost:${port}`,
    trust_proxy: readProxies(read('TRUST_PROXY')),
    smtp_url: readUrl('SMTP_URL', read('SMTP_URL'), ['smtp:', 'smtps:']),
    mail_from: readSender(read('MAIL_FROM')),
    admin_name: readAdminName(read('ADMIN_NAME')),
    admin_password: readAdminPassword(source['ADMIN_PASSWORD'] || undefined),
    demo: readFlag('DEMO', read('DEMO')) ?? database_url === undefined,
    clock_start: readInstant('CLOCK_START', read('CLOCK_START')),
    log_level: readChoice('LOG_LEVEL', read('LOG_LEVEL') ?? 'info', LOG_LEVELS),
  }
}

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

function readProxies(text: string | undefined): string[] {
  const proxies = (text ?? '').split(',').flatMap((part) => part.trim() || [])
  for (const proxy of proxies) {
    const [address, bits = '1', ...rest] = proxy.split('/')
    const max = { 0: 0, 4: 32, 6: 128 }[isIP(address!)]!
    const isRange = rest.length === 0 && /^[1-9]\d*$/.test(bits) && Number(bits) <= max
    if (!isRange && !['loopback', 'linklocal', 'uniquelocal'].includes(proxy))
      throw new Error(`TRUST_PROXY must list addresses or ranges such as 10.0.0.0/8, not "${proxy}".`)
  }
  return proxies
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
