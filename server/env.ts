import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { adminNameFault } from '../domain/admin-name.ts'
import { isDate, isTime } from '../domain/madrid-time.ts'
import { ROLES, type Role } from '../domain/role.ts'
import type { SignOn } from '../domain/sign-on.ts'

type Source = Record<string, string | undefined>

const CONTROLS = /[\p{Cc}\p{Cs}]/u
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const insteadOf = (must: string) => (issue: { input?: unknown }) =>
  `must ${must}, not "${String(issue.input)}".`

/** The message quotes the value. */
const text = (isRight: (text: string) => boolean, must: string) =>
  z.string().check(z.refine(isRight, { error: insteadOf(must) }))

const as = <Schema extends z.ZodMiniType, Value>(schema: Schema, read: (text: z.output<Schema>) => Value) =>
  z.pipe(schema, z.transform(read))

const number = (min: number, max: number, must: string) =>
  as(
    text((digits) => /^\d+$/.test(digits) && Number(digits) >= min && Number(digits) <= max, must),
    Number,
  )

const choice = <const Choices extends readonly string[]>(choices: Choices) =>
  z.enum(choices, { error: insteadOf(`be one of ${choices.join(', ')}`) })

const flag = as(choice(['0', '1']), (value) => value === '1')

const folder = as(z.string(), (path) => resolve(path))

const list = (isRight: (part: string) => boolean, must: string) =>
  z.pipe(
    as(z.string(), (parts) => parts.split(',').flatMap((part) => part.trim() || [])),
    z.array(text(isRight, must)),
  )

/** `words` are those that Fastify understands. */
const ranges = (words: string[] = []) =>
  list((range) => {
    const [address, bits = '1', ...rest] = range.split('/')
    const max = { 0: 0, 4: 32, 6: 128 }[isIP(address!)]!
    return words.includes(range) || (rest.length === 0 && /^[1-9]\d*$/.test(bits) && Number(bits) <= max)
  }, 'list addresses or ranges such as 10.0.0.0/8')

const isHostName = (name: string) => /^(?:[a-z\d]([a-z\d.-]*[a-z\d])?|\[[a-f\d:]+\])$/i.test(name)

const isOrigin = (origin: string) =>
  /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin

const begins = (url: string, protocols: string[]) =>
  URL.canParse(url) && protocols.includes(new URL(url).protocol)
const mustBegin = (protocols: string[]) => `must be a URL that begins with ${protocols.join('// or ')}//.`

/** An unescaped character in the password splits the URL. */
function isWhole(address: string) {
  if (!URL.canParse(address)) return !address.includes('@')
  const { pathname, hash, search } = new URL(address)
  return !/@/.test(pathname + hash) && !/^\?[^=]*@/.test(search)
}
const CUT = 'must have a password in which @ / ? # % are written as %40 %2F %3F %23 %25.'

/** Messages do not quote it, because it may hold a password. */
const serverUrl = (...protocols: string[]) =>
  z.string().check(
    z.refine((url) => isWhole(url) && begins(url, protocols), {
      error: ({ input }) => (isWhole(String(input)) ? mustBegin(protocols) : CUT),
    }),
  )

const HTTP = ['http:', 'https:']

/** HTTP on this machine alone. */
const isIssuer = (url: string) =>
  begins(url, ['https:']) || /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/.test(url)

const isGroupRole = (pair: string) =>
  ROLES.some((role) => pair.startsWith(`${role}:`) && pair.length > role.length + 1)

const settings = z.object({
  port: z.prefault(number(0, 65_535, 'be a port number'), '3000'),
  host: z.prefault(
    text(
      (name) => isIP(name) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(name),
      'be an address or name of this machine',
    ),
    '127.0.0.1',
  ),
  database_url: z.optional(serverUrl('postgres:', 'postgresql:')),
  /** The database itself, if DATABASE_URL is that of a pooler in transaction mode. */
  database_listen_url: z.optional(serverUrl('postgres:', 'postgresql:')),
  data_dir: z.prefault(folder, './data'),
  public_url: z.optional(
    as(
      z.string().check(
        z.refine((url) => begins(url, HTTP), mustBegin(HTTP)),
        z.refine((url) => !/[?#]/.test(url), { error: insteadOf('be an address without "?" and "#"') }),
      ),
      (url) => url.replace(/\/+$/, ''),
    ),
  ),
  /** Besides the name in PUBLIC_URL. */
  allowed_hosts: z.prefault(list(isHostName, 'list names of this service, without port'), ''),
  trust_proxy: z.prefault(ranges(['loopback', 'linklocal', 'uniquelocal']), ''),
  metrics_allow: z.prefault(ranges(), '127.0.0.0/8, ::1'),
  /** Besides those of known browsers. */
  push_services: z.prefault(list(isOrigin, 'list origins such as https://push.example.com'), ''),
  /** Sites that may frame the public pages and read free times. */
  embed_origins: z.prefault(list(isOrigin, 'list origins such as https://fair.example.com'), ''),
  /** Private addresses that webhooks may call. */
  webhook_allow: z.prefault(ranges(), ''),
  /** Default: below the limit of open files. Fewer than 100 cannot serve one stand. */
  max_connections: z.optional(number(100, 1_000_000, 'be a number between 100 and 1000000')),
  smtp_url: z.optional(serverUrl('smtp:', 'smtps:')),
  /** Sends the password unencrypted if the mail server offers no TLS. */
  smtp_without_tls: z.prefault(flag, '0'),
  mail_from: z.optional(
    text(
      (sender) =>
        !CONTROLS.test(sender) && /^([^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(sender),
      'be an address such as Stand <stand@example.com>',
    ),
  ),
  admin_name: z.prefault(
    z.string().check(
      z.normalize('NFC'),
      z.refine(
        (name) => adminNameFault(name) === null,
        'must have 2 to 50 letters, digits, spaces, dots or hyphens of one alphabet, and not be a name of the service.',
      ),
    ),
    'admin',
  ),
  // The login form accepts no longer one.
  admin_password: z.optional(
    z
      .string()
      .check(
        z.minLength(12, 'must have at least 12 characters.'),
        z.maxLength(500, 'must have at most 500 characters.'),
      ),
  ),
  demo: z.optional(flag),
  clock_start: z.optional(
    as(
      text(
        (instant) =>
          /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(instant) &&
          isDate(instant.slice(0, 10)) &&
          !Number.isNaN(Date.parse(instant)),
        'be an instant with its offset such as 2026-11-21T09:00:00+01:00',
      ),
      Date.parse,
    ),
  ),
  /** The data are a copy; every screen says so. */
  rehearsal_copy: z.prefault(flag, '0'),
  log_level: z.prefault(choice(LOG_LEVELS), 'info'),
  /** Default: a file in DATA_DIR. */
  secret: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters.'))),
  /** The identity provider of administrators. */
  oidc_issuer: z.optional(text(isIssuer, 'be the address of the identity provider, with https')),
  oidc_client_id: z.optional(z.string()),
  oidc_client_secret: z.optional(z.string()),
  oidc_roles: z.optional(
    as(list(isGroupRole, 'list groups such as owner:stand-owners,desk:stand-desk'), (pairs) =>
      pairs.map((pair) => {
        const [role, ...group] = pair.split(':')
        return { role: role as Role, group: group.join(':') }
      }),
    ),
  ),
  oidc_groups_claim: z.prefault(z.string(), 'groups'),
  oidc_scope: z.prefault(z.string(), 'openid profile'),
  oidc_button: z.prefault(z.string(), '통합 로그인'),
  /** Without it no nightly backups. */
  backup_dir: z.optional(folder),
  backup_keep_days: z.prefault(number(1, 9999, 'be a number of days, at least 1'), '14'),
  backup_at: z.prefault(text(isTime, 'be a time of day such as 03:00'), '03:00'),
})

export type Env = ReturnType<typeof readEnv>

const SIGN_ON = ['oidc_issuer', 'oidc_client_id', 'oidc_client_secret', 'oidc_roles'] as const

/** Empty settings count as absent. Throws an Error that names the setting. */
export function readEnv(source: Source = process.env) {
  const given = Object.keys(settings.shape).map((name) => {
    const value = source[name.toUpperCase()]
    return [name, (name === 'admin_password' ? value : value?.trim()) || undefined]
  })
  const { data, error } = settings.safeParse(Object.fromEntries(given))
  if (error) throw new Error(`${String(error.issues[0]!.path[0]).toUpperCase()} ${error.issues[0]!.message}`)
  const { backup_dir, backup_keep_days, backup_at, allowed_hosts, ...env } = data
  const missing = SIGN_ON.find((name) => data[name] === undefined)
  if (missing && SIGN_ON.some((name) => data[name] !== undefined))
    throw new Error(`${missing.toUpperCase()} must be set too, for single sign-on.`)
  if (data.database_listen_url && !data.database_url)
    throw new Error('DATABASE_URL must be set too, for DATABASE_LISTEN_URL.')
  return {
    ...env,
    // Every name is accepted until the public one is known.
    hosts: env.public_url === undefined ? undefined : [new URL(env.public_url).hostname, ...allowed_hosts],
    public_url: env.public_url ?? `http://localhost:${env.port}`,
    demo: env.demo ?? env.database_url === undefined,
    backup: backup_dir ? { dir: backup_dir, keep_days: backup_keep_days, at: backup_at } : undefined,
  }
}

/** The settings of single sign-on are complete. */
export const hasSignOn = (env: Env): env is Env & SignOn => env.oidc_issuer !== undefined

export const environmentWith = (changes: Source): Source => ({ ...process.env, ...changes })

/** How the owner types a command: npm sets the variable in a checkout. */
export const commandLine = (name: string, rest = '') =>
  process.env['npm_lifecycle_event'] === undefined
    ? `fairslot ${name} ${rest}`.trim()
    : `npm run ${name}${rest && ` -- ${rest}`}`
