import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readableFailure } from './database/readable-failure.ts'
import { hasSignOn, readEnv } from './env.ts'

/** The line that a start with these settings ends with, or null when it would go on. */
function failureOf(settings: Record<string, string>): string | null {
  try {
    readEnv(settings)
    return null
  } catch (error) {
    return readableFailure(error)
  }
}

describe('without any setting', () => {
  test('the service runs for this machine alone, on its own database, with a sample event', () => {
    expect(readEnv({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      database_url: undefined,
      data_dir: resolve('data'),
      public_url: 'http://localhost:3000',
      hosts: undefined,
      trust_proxy: [],
      metrics_allow: ['127.0.0.0/8', '::1'],
      push_services: [],
      embed_origins: [],
      webhook_allow: [],
      max_connections: undefined,
      smtp_url: undefined,
      smtp_without_tls: false,
      mail_from: undefined,
      admin_name: 'admin',
      admin_password: undefined,
      demo: true,
      clock_start: undefined,
      rehearsal_copy: false,
      log_level: 'info',
      secret: undefined,
      oidc_groups_claim: 'groups',
      oidc_scope: 'openid profile',
      oidc_button: '통합 로그인',
      backup: undefined,
    })
  })

  test('the public address follows the port', () => {
    expect(readEnv({ PORT: '8080' })).toMatchObject({ port: 8080, public_url: 'http://localhost:8080' })
  })

  test('a database of its owner gets no sample event unless it is asked for', () => {
    const DATABASE_URL = 'postgresql://fairslot@db.internal/fairslot'
    expect(readEnv({ DATABASE_URL })).toMatchObject({ database_url: DATABASE_URL, demo: false })
    expect(readEnv({ DATABASE_URL, DEMO: '1' }).demo).toBe(true)
    expect(readEnv({ DEMO: '0' }).demo).toBe(false)
  })

  test('backups are made each night as soon as they have a folder', () => {
    const dir = resolve('/backups')
    expect(readEnv({ BACKUP_DIR: '/backups' }).backup).toEqual({ dir, keep_days: 14, at: '03:00' })
    const told = { BACKUP_DIR: '/backups', BACKUP_KEEP_DAYS: '30', BACKUP_AT: '23:45' }
    expect(readEnv(told).backup).toEqual({ dir, keep_days: 30, at: '23:45' })
  })

  test('single sign-on is off until all that it needs is there', () => {
    const needed = {
      OIDC_ISSUER: 'https://login.example.com/realms/fair',
      OIDC_CLIENT_ID: 'fairslot',
      OIDC_CLIENT_SECRET: 'only the provider knows',
      OIDC_ROLES: 'owner:stand-owners, manager:urn:groups:2, desk:Stand Desk',
    }
    const env = readEnv(needed)
    expect(hasSignOn(env) && env.oidc_roles).toEqual([
      { role: 'owner', group: 'stand-owners' },
      { role: 'manager', group: 'urn:groups:2' },
      { role: 'desk', group: 'Stand Desk' },
    ])
    expect(hasSignOn(readEnv({}))).toBe(false)
    for (const name of Object.keys(needed))
      expect(failureOf({ ...needed, [name]: '' })).toBe(`${name} must be set too, for single sign-on.`)
    expect(failureOf({ ...needed, OIDC_ISSUER: 'http://localhost:8080/realms/fair' })).toBeNull()
  })

  test('an address to listen at needs the database that it is of', () => {
    expect(failureOf({ DATABASE_LISTEN_URL: 'postgres://db/x' })).toBe(
      'DATABASE_URL must be set too, for DATABASE_LISTEN_URL.',
    )
  })

  test('empty and blank settings count as absent', () => {
    const names = [
      'PORT',
      'HOST',
      'DATABASE_URL',
      'DATA_DIR',
      'PUBLIC_URL',
      'TRUST_PROXY',
      'METRICS_ALLOW',
      'MAX_CONNECTIONS',
      'SMTP_URL',
      'MAIL_FROM',
      'PUSH_SERVICES',
      'EMBED_ORIGINS',
      'OIDC_ISSUER',
      'OIDC_BUTTON',
    ]
    const others = ['ADMIN_NAME', 'DEMO', 'CLOCK_START', 'LOG_LEVEL', 'BACKUP_DIR', 'BACKUP_AT']
    const blank = Object.fromEntries([...names, ...others].map((name) => [name, '  ']))
    expect(readEnv({ ...blank, ADMIN_PASSWORD: '' })).toEqual(readEnv({}))
  })
})

describe('a right setting', () => {
  test.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: ' 65535 ' }, { port: 65_535 }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ HOST: '::' }, { host: '::' }],
    [{ HOST: 'stand-pc.local' }, { host: 'stand-pc.local' }],
    [{ DATA_DIR: '/var/lib/fairslot' }, { data_dir: '/var/lib/fairslot' }],
    [{ PUBLIC_URL: 'https://stand.example.com/' }, { public_url: 'https://stand.example.com' }],
    [
      { PUBLIC_URL: 'https://stand.example.com:8443', ALLOWED_HOSTS: 'intra, 10.0.0.5' },
      { hosts: ['stand.example.com', 'intra', '10.0.0.5'] },
    ],
    [{ ALLOWED_HOSTS: 'intra' }, { hosts: undefined }],
    [
      { TRUST_PROXY: '10.0.0.1, 192.168.0.0/16 ,fd00::/8,loopback,' },
      { trust_proxy: ['10.0.0.1', '192.168.0.0/16', 'fd00::/8', 'loopback'] },
    ],
    [{ METRICS_ALLOW: '10.1.2.3, fd00::/8' }, { metrics_allow: ['10.1.2.3', 'fd00::/8'] }],
    [
      { DATABASE_URL: 'postgres://u:p%40ss%2Fw%23rd%25@db/x?application_name=a@b' },
      { database_url: 'postgres://u:p%40ss%2Fw%23rd%25@db/x?application_name=a@b' },
    ],
    [
      { PUSH_SERVICES: 'https://push.example.com, http://127.0.0.1:9000' },
      { push_services: ['https://push.example.com', 'http://127.0.0.1:9000'] },
    ],
    [{ EMBED_ORIGINS: 'https://fair.example.com' }, { embed_origins: ['https://fair.example.com'] }],
    [{ MAX_CONNECTIONS: '4000' }, { max_connections: 4_000 }],
    [
      { SMTP_URL: 'smtps://user:secret@mail.example.com:465' },
      { smtp_url: 'smtps://user:secret@mail.example.com:465' },
    ],
    [{ MAIL_FROM: '전시 안내 <stand@example.com>' }, { mail_from: '전시 안내 <stand@example.com>' }],
    [{ MAIL_FROM: 'stand@example.com' }, { mail_from: 'stand@example.com' }],
    [{ ADMIN_NAME: ' 운영자 ' }, { admin_name: '운영자' }],
    [{ ADMIN_NAME: '운영자'.normalize('NFD') }, { admin_name: '운영자' }],
    [{ ADMIN_PASSWORD: ' twelve chars ' }, { admin_password: ' twelve chars ' }],
    [{ CLOCK_START: '2026-11-21T09:00:00+01:00' }, { clock_start: Date.UTC(2026, 10, 21, 8) }],
    [{ CLOCK_START: '2026-11-21T08:00Z' }, { clock_start: Date.UTC(2026, 10, 21, 8) }],
    [{ LOG_LEVEL: 'debug' }, { log_level: 'debug' }],
  ])('%o is read as %o', (settings, expected) => {
    expect(readEnv(settings)).toMatchObject(expected)
  })
})

describe('a wrong setting stops the start with one line that names it', () => {
  test.each([
    ['PORT', ['eighty', '65536', '-1', '3000.5', '0x10', '1e3', '80 81']],
    ['HOST', ['http://localhost', 'stand pc', 'localhost:3000', '-x', '256.0.0.1/8']],
    ['DATABASE_URL', ['mysql://localhost/x', 'localhost', 'fairslot', 'postgres']],
    [
      'PUBLIC_URL',
      ['stand.example.com', 'ftp://stand.example.com', 'https://', 'https://x/?a=1', 'https://x/#a'],
    ],
    [
      'TRUST_PROXY',
      ['proxy', '10.0.0.1, nonsense', '10.0.0.0/33', '10.0.0.0/0', 'fd00::/129', '1/2/3', 'true', '*'],
    ],
    ['METRICS_ALLOW', ['loopback', 'everyone', '10.0.0.0/33', '0.0.0.0/0']],
    ['PUSH_SERVICES', ['push.example.com', 'https://push.example.com/send', 'ftp://push.example.com']],
    ['OIDC_ISSUER', ['login.example.com', 'http://login.example.com', 'http://localhost.example.com']],
    ['OIDC_ROLES', ['stand-owners', 'admin:stand-owners', 'owner:', 'owner:stand, desk']],
    ['MAX_CONNECTIONS', ['many', '99', '0', '-1', '1e4', '1000001']],
    ['SMTP_URL', ['mail.example.com', 'http://mail.example.com', '587']],
    ['MAIL_FROM', ['Stand', 'Stand <stand>', 'a@b@c', 'stand@example.com>', 'Stand\n<stand@example.com>']],
    ['ADMIN_NAME', ['가'.repeat(101), 'two\nlines', 'bell\u0007']],
    ['SECRET', ['short', 'x'.repeat(31)]],
    ['ADMIN_PASSWORD', ['short', 'elevenchars', '비밀번호', 'x'.repeat(501)]],
    ['DEMO', ['yes', 'true', '2']],
    ['REHEARSAL_COPY', ['yes', 'true', '2']],
    [
      'CLOCK_START',
      [
        'tomorrow',
        '2026-11-21',
        '2026-11-21T09:00',
        '2026-02-30T09:00Z',
        '2026-11-21T25:00Z',
        '2026-11-21 09:00Z',
      ],
    ],
    ['LOG_LEVEL', ['loud', 'INFO']],
    ['BACKUP_KEEP_DAYS', ['0', '-1', '1.5', 'all', '10000']],
    ['BACKUP_AT', ['3', '3:00', '24:00', 'night']],
  ] as [string, string[]][])('%s', (name, values) => {
    for (const value of values) {
      const failure = failureOf({ [name]: value })
      expect({ value, failure }).toEqual({
        value,
        failure: expect.stringMatching(new RegExp(`^${name} must [^\\n]+\\.$`)),
      })
    }
  })

  test.each(['hunter/2', 'hunter#2', 'hunter?2', '12/hunter', '12#hunter', '12?hunter'])(
    'and so does a password such as %s, which would cut the address in two',
    (password) => {
      for (const settings of [
        { DATABASE_URL: `postgres://stand:${password}@db.internal/fairslot` },
        { SMTP_URL: `smtp://stand:${password}@mail.internal:587` },
      ]) {
        const failure = failureOf(settings)
        expect(failure).toMatch(/^(DATABASE_URL|SMTP_URL) must have a password in which .* are written as/)
        expect(failure).not.toContain('hunter')
      }
    },
  )

  test('and never with a password in it', () => {
    expect(failureOf({ ADMIN_PASSWORD: 'hunter2' })).not.toContain('hunter2')
    expect(failureOf({ SECRET: 'hunter2' })).not.toContain('hunter2')
    expect(failureOf({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).not.toContain('hunter2')
    expect(failureOf({ SMTP_URL: 'http://user:hunter2@mail' })).not.toContain('hunter2')
  })
})
