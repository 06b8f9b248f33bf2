import { expect, test } from 'vitest'
import { nameFullDisk } from '../backup/whole-file.ts'
import { readableFailure } from './readable-failure.ts'

const failure = (message: string, code?: string) => Object.assign(new Error(message), code && { code })

// Codes and messages as PostgreSQL 15, Node and pg gave them.
test.each([
  ['a database without TLS', failure('The server does not support SSL connections'), /sslmode/],
  [
    'one that wants TLS',
    failure('no pg_hba.conf entry for host "127.0.0.1", user "a", database "b", no encryption', '28000'),
    /add sslmode/,
  ],
  [
    'a certificate that nobody signed',
    failure(
      'self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ),
    /certificate .* not trusted.*sslrootcert/,
  ],
  [
    'a certificate for another host',
    failure("Hostname/IP does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID'),
    /another host/,
  ],
  ['a web server', failure('Connection terminated unexpectedly'), /no PostgreSQL.*right port/],
  [
    'a web server, asked for TLS',
    failure('There was an error establishing an SSL connection'),
    /no PostgreSQL.*right port/,
  ],
  ['a wrong password', failure('password authentication failed for user "a"', '28P01'), /%40 %2F/],
  [
    'no password where one is wanted',
    failure('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    /asks for a password/,
  ],
  ['a password that cuts off the host', failure('getaddrinfo ENOTFOUND stand', 'ENOTFOUND'), /%23 or %2F/],
  ['a database that never gets up', failure('the database system is starting up', '57P03'), /still starting/],
])('a start on %s names DATABASE_URL and what to do', (_what, error, line) => {
  expect(readableFailure(error)).toMatch(/^DATABASE_URL: /)
  expect(readableFailure(error)).toMatch(line)
  expect(readableFailure(new Error('while migrating', { cause: error }))).toMatch(line)
})

test('a full disk is named, whoever noticed it', () => {
  const full = failure('ENOSPC: no space left on device, write', 'ENOSPC')
  expect(readableFailure(full)).toBe('The disk is full: make room in DATA_DIR.')
  const backup = nameFullDisk(full, '/mnt/backups')
  expect(readableFailure(backup)).toBe('The disk of /mnt/backups is full.')
  for (const noticed of [
    failure('initdb: error: could not create directory: No space left on device'),
    failure('could not extend file "base/5/1": No space left on device', '53100'),
  ])
    expect(readableFailure(noticed)).toBe(
      'The disk of the database is full: without DATABASE_URL, make room in DATA_DIR.',
    )
})

test('an unexpected failure is shown as it is, on one line', () => {
  expect(readableFailure(new Error('two\n  lines'))).toBe('two lines')
  expect(readableFailure('a text')).toBe('a text')
})
