const UNTRUSTED =
  'DATABASE_URL: the certificate of the database is not trusted: name its authority with sslrootcert=FILE. ' +
  'sslmode=require asks for a trusted one too; sslmode=no-verify encrypts without asking.'

const DATABASE_DISK = 'The disk of the database is full: without DATABASE_URL, make room in DATA_DIR.'

const BY_CODE: Record<string, string> = {
  ECONNREFUSED: 'DATABASE_URL: nothing answers at that address. Does PostgreSQL run there?',
  ECONNRESET: 'DATABASE_URL: the connection was reset. Is it the port of a PostgreSQL server?',
  ENOTFOUND:
    'DATABASE_URL: unknown host. (If it looks like the user: write # and / in the password as %23 or %2F.)',
  EAI_AGAIN: 'DATABASE_URL: the DNS lookup of its host failed.',
  ETIMEDOUT: 'DATABASE_URL: its host does not answer.',
  EHOSTUNREACH: 'DATABASE_URL: its host cannot be reached.',
  ENETUNREACH: 'DATABASE_URL: its host cannot be reached.',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: 'DATABASE_URL: the certificate of the database has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'DATABASE_URL: the certificate of the database is for another host. Use the host of the certificate, or sslmode=no-verify.',
  '28P01':
    'DATABASE_URL: the database refuses that user and password. (Characters such as @ / # % in it must be written as %40 %2F %23 %25.)',
  '28000': 'DATABASE_URL: the database refuses that user.',
  '3D000': 'DATABASE_URL: that database does not exist.',
  '42501':
    'DATABASE_URL: that user must own the database, or have the right to create schemas and tables in it.',
  '53300': 'DATABASE_URL: the database has no connection left.',
  '53100': DATABASE_DISK,
  '57P03': 'DATABASE_URL: the database was still starting after a minute.',
  '25006': 'DATABASE_URL: the database is read-only. Is it a standby?',
  EADDRINUSE: 'PORT: another program already listens there. Stop it, or set PORT to another number.',
  ENOSPC: 'The disk is full: make room in DATA_DIR.',
  EACCES: 'permission denied for a file, folder or port',
}

/** Errors of pg without a code. */
const BY_MESSAGE: readonly [RegExp, string][] = [
  [
    /does not support SSL/,
    'DATABASE_URL: sslmode is set, but the database has no TLS. Remove sslmode, or enable ssl on the database.',
  ],
  [/no encryption$/, 'DATABASE_URL: the database requires an encrypted connection: add sslmode.'],
  [/password must be a string/, 'DATABASE_URL: the database asks for a password, but the URL has none.'],
  [
    /Connection terminated unexpectedly|error establishing an SSL connection/,
    'DATABASE_URL: no PostgreSQL server at that address, or it closed the connection. Is it the right port?',
  ],
  [/timeout ex|read timeout/, 'DATABASE_URL: its host does not answer, or is no PostgreSQL server.'],
  [/^connect ENOENT/, 'DATABASE_URL: nothing answers at that address. Does PostgreSQL run there?'],
  [/No space left on device/, DATABASE_DISK],
]

/** One line that names the cause and the setting to change. */
export function readableFailure(error: unknown): string {
  const causes: unknown[] = []
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at)
  for (const cause of causes) {
    const message = messageOf(cause)
    // It already names the setting or the disk.
    if (/^([A-Z]+(_[A-Z]+)+\b|The disk of )/.test(message)) return message
    const known = BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? BY_CODE[codeOf(cause)]
    if (known) return codeOf(cause) === 'EACCES' ? `${known}: ${message}` : known
  }
  return messageOf(error)
}

const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim()

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
