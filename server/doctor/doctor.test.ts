import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SECRET } from '../../test/app.ts'
import { useTestApp } from '../../test/fixture.ts'
import { IS_LATER_SCHEMA } from '../../test/later-release.ts'
import { makeAdmin, makeMember, makeRoom } from '../../test/make.ts'
import { startPostOffice } from '../../test/post-office.ts'
import { createBareDatabase } from '../../test/test-database.ts'
import { readEnv } from '../env.ts'
import { isKnownSecret } from '../known-secret.ts'
import { readKeys } from '../secret.ts'
import { serveReport } from '../service-report.ts'
import { BACKUP_CHECKS } from './backups.ts'
import { DATABASE_CHECKS } from './database.ts'
import { examine, type Checks } from './examine.ts'
import { openInstallation } from './installation.ts'
import { mailChecks } from './mail.ts'
import { OPERATION_CHECKS } from './operation.ts'
import { SETTINGS_CHECKS } from './settings.ts'

const NOW = '2026-11-20T08:00:00+01:00'
const app = useTestApp({ prepare: (server) => serveReport(server, readEnv({}), 16_384) })
/** A process with a low limit of open files, whose unit may not write the backups. */
const weak = useTestApp({
  prepare: (server) => serveReport(server, readEnv({ BACKUP_DIR: '/nowhere' }), 512),
})
const portOf = ({ server }: typeof app) => String((server.server.address() as AddressInfo).port)
let folder: string
let settings: Record<string, string>

beforeAll(async () => {
  await app.listen()
  await weak.listen()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairslot-doctor-'))
  settings = {
    DATABASE_URL: app.connectionString,
    DATA_DIR: folder,
    SECRET,
    CLOCK_START: NOW,
    PORT: portOf(app),
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Each line of a check, with its cure. */
async function look(checks: Checks, name: string, changes: Record<string, string> = {}) {
  const installation = openInstallation(readEnv({ ...settings, ...changes }))
  try {
    const found = await examine({ [name]: checks[name]! }, installation)
    return found.map(({ state, text, cure }) =>
      [state, text, ...(cure === undefined ? [] : [cure])].join(': '),
    )
  } finally {
    await installation.close()
  }
}

const OPEN = { HOST: '0.0.0.0', PUBLIC_URL: 'https://stand.example.com', SMTP_URL: 'smtp://localhost' }
const NOBODY_THERE = { PORT: '1' }

describe('of its settings an owner learns', () => {
  const ask = (name: string, changes?: Record<string, string>) => look(SETTINGS_CHECKS, name, changes)

  test('that the secret is the one of the database, or another one, or one that can be guessed', async () => {
    await isKnownSecret(app.db, readKeys({ secret: SECRET, data_dir: '' }))
    expect(await ask('secret')).toEqual(['ok: It matches this database.'])
    expect(await ask('secret', { SECRET: 'a quite different secret, which is long' })).toEqual([
      expect.stringMatching(/^problem: The secret .* differs from .*: Restore the former SECRET\.$/),
    ])
    expect(await ask('secret', { SECRET: '1234'.repeat(8) })).toEqual([
      'problem: SECRET can be guessed.: Before the first login: openssl rand -hex 32',
    ])
    expect(await ask('secret', { SECRET: '' })).toEqual(['not checked: The first start makes it.'])
  })

  test('what is left of the first start', async () => {
    expect(await ask('going live')).toEqual(['not checked: Only this machine can connect.'])
    expect(await ask('going live', OPEN)).toEqual(['ok: Nothing is left of the first start.'])
    await makeAdmin(app)
    await app.db.updateTable('admins').set({ password_is_printed: true }).execute()
    expect(await ask('going live', { ...OPEN, ADMIN_PASSWORD: 'a long enough password' })).toEqual([
      expect.stringMatching(/^problem: The first .* the printed one \(.*\)\. Change it under/),
      expect.stringMatching(/^problem: ADMIN_PASSWORD is in the settings.* Remove it\.$/),
    ])
    await app.db.updateTable('admins').set({ password_is_printed: false }).execute()
  })
})

describe('of the running service an owner learns', () => {
  const ask = (name: string, changes?: Record<string, string>) => look(OPERATION_CHECKS, name, changes)

  test('where it runs, or how to start it', async () => {
    expect(await ask('service')).toEqual([`ok: It runs at http://127.0.0.1:${settings['PORT']}.`])
    expect(await ask('service', NOBODY_THERE)).toEqual([
      expect.stringMatching(/^problem: It does not run\.: systemctl start/),
    ])
  })

  test('only of processes that have its secret', async () => {
    const other = { SECRET: 'a quite different secret, which is long' }
    expect(await ask('service', other)).toEqual([expect.stringMatching(/^problem: It does not run/)])
    const answer = await fetch(`http://127.0.0.1:${settings['PORT']}/service-report`)
    expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining('version')])
  })

  test('that it takes no bookings now', async () => {
    await sql`alter table schema_migrations rename to away`.execute(app.db)
    try {
      expect(await ask('service')).toEqual([expect.stringMatching(/^problem: It takes no bookings now/)])
    } finally {
      await sql`alter table away rename to schema_migrations`.execute(app.db)
    }
  })

  test('how many connections the limit of open files leaves it', async () => {
    expect(await ask('open files')).toEqual(['ok: A process holds 16384 connections.'])
    expect(await ask('open files', { PORT: portOf(weak) })).toEqual([
      'problem: A process holds only 512 connections.: LimitNOFILE=65536 in the unit',
    ])
  })

  test('that times are those of Madrid', async () => {
    expect(await ask('time zone')).toEqual(["ok: Madrid's"])
  })

  test('which walls are silent', async () => {
    expect(await ask('walls')).toEqual(['ok: None is silent.'])
    const { id } = await makeRoom(app.db)
    const seen = { first_seen_at: new Date(app.now()), last_seen_at: new Date(app.now() - 600_000) }
    const screen = { key: 'k', room_id: id, build: 'b', width: 1, height: 1, ...seen }
    await app.db.insertInto('screens').values(screen).execute()
    expect(await ask('walls')).toEqual([expect.stringMatching(/^problem: 1 silent: .*설정/)])
  })
})

describe('of the database an owner learns', () => {
  const ask = (name: string, changes?: Record<string, string>) => look(DATABASE_CHECKS, name, changes)

  test('that it answers, or what to correct; what depends on it is not checked then', async () => {
    expect(await ask('database')).toEqual([expect.stringMatching(/^ok: PostgreSQL \d+\S* .*answers\.$/)])
    const away = { DATABASE_URL: 'postgres://fairslot@127.0.0.1:1/fairslot' }
    expect(await ask('database', away)).toEqual([
      'problem: DATABASE_URL: nothing answers at that address. Does PostgreSQL run there?',
    ])
    for (const name of ['rights', 'schema'])
      expect(await ask(name, away)).toEqual(['not checked: The database cannot be reached.'])
  })

  test('that its user may create what the tables need', async () => {
    expect(await ask('rights')).toEqual([expect.stringMatching(/^ok/)])
    const url = new URL(app.connectionString)
    url.searchParams.set('user', 'poor')
    await sql`create role poor login`.execute(app.db)
    try {
      expect(await ask('rights', { DATABASE_URL: url.href })).toEqual([
        expect.stringMatching(/^problem: The database user may not .*: ALTER DATABASE/),
      ])
    } finally {
      await sql`drop role poor`.execute(app.db)
    }
  })

  test.skipIf(IS_LATER_SCHEMA)('whether its tables are of this version', async () => {
    expect(await ask('schema')).toEqual(['ok: The tables are of this version.'])
    const bare = await createBareDatabase()
    expect(await ask('schema', { DATABASE_URL: bare.connectionString })).toEqual([
      'ok: The next start makes the tables.',
    ])
    await bare.drop()
    await sql`insert into schema_migrations values (999, 'later.sql', 'other')`.execute(app.db)
    try {
      expect(await ask('schema')).toEqual([
        expect.stringMatching(/^problem: Another version of Fairslot made/),
      ])
    } finally {
      await sql`delete from schema_migrations where version = 999`.execute(app.db)
    }
  })
})

describe('of the mail server an owner learns', () => {
  const ask = (changes: Record<string, string>, to?: string) => look(mailChecks(to), 'mail', changes)

  test('that it lets the service in, without a mail', async () => {
    const office = await startPostOffice()
    expect(await ask({ SMTP_URL: office.url })).toEqual(['ok: The mail server accepts SMTP_URL.'])
    expect(office.arrived).toEqual([])
    await office.close()
    expect(await ask({ SMTP_URL: office.url })).toEqual([
      expect.stringMatching(/^problem: SMTP_URL: nothing answers at that address and port: Correct SMTP_URL/),
    ])
    expect(await ask({})).toEqual(['not checked: SMTP_URL is not set.'])
  })

  test('that a test mail leaves, but never to a member', async () => {
    const { email } = await makeMember(app.db)
    const office = await startPostOffice((to) =>
      to === 'full@example.com' ? { at: 'RCPT TO', code: 550, text: 'mailbox full' } : null,
    )
    const by = { SMTP_URL: office.url }
    expect(await ask(by, 'owner@example.com')).toEqual(['ok: A mail is on its way to owner@example.com.'])
    expect(await ask(by, email.toUpperCase())).toEqual([expect.stringMatching(/^not checked: .* member's/)])
    expect(await ask(by, 'full@example.com')).toEqual([expect.stringMatching(/^problem: .*mailbox full/)])
    expect(office.arrived.map(({ to }) => to)).toEqual(['owner@example.com'])
    await office.close()
  })
})

describe('of the backups an owner learns', () => {
  const ask = (name: string, changes: Record<string, string> = {}) =>
    look(BACKUP_CHECKS, name, { BACKUP_DIR: folder, ...changes })
  const noted = async (row: object) => {
    await app.db.deleteFrom('nightly_backup').execute()
    await app.db.insertInto('nightly_backup').values(row).execute()
  }
  const LAST_NIGHT = new Date('2026-11-20T03:00:00+01:00')

  test('that their folder can be written, by the service too', async () => {
    expect(await ask('backup folder')).toEqual([`ok: ${folder} can be written.`])
    expect(await ask('backup folder', { PORT: portOf(weak) })).toEqual([
      `problem: The service cannot write it (ENOENT).: ReadWritePaths=${folder} in the unit, then restart it`,
    ])
    const file = join(folder, 'file')
    writeFileSync(file, '')
    for (const [dir, code] of [
      [join(folder, 'none'), 'ENOENT'],
      [file, 'ENOTDIR'],
    ] as const)
      expect(await ask('backup folder', { BACKUP_DIR: dir })).toEqual([
        `problem: ${dir} cannot be used (${code}).: install -d -m 700 -o fairslot -g fairslot ${dir}`,
      ])
  })

  test('that a service that others reach has none', async () => {
    expect(await look(BACKUP_CHECKS, 'backup folder')).toEqual(['not checked: BACKUP_DIR is not set.'])
    expect(await look(BACKUP_CHECKS, 'backup folder', OPEN)).toEqual([
      'problem: There are no nightly backups.: Set BACKUP_DIR.',
    ])
  })

  test('whether two more fit on the disk', async () => {
    await noted({ succeeded_at: LAST_NIGHT, file: 'huge.tar.gz' })
    expect(await ask('backup disk')).toEqual([
      expect.stringMatching(/^ok: [\d,]+ MB are free; \d+ MB are needed\.$/),
    ])
    writeFileSync(join(folder, 'huge.tar.gz'), '')
    truncateSync(join(folder, 'huge.tar.gz'), 2 ** 42)
    expect(await ask('backup disk')).toEqual([
      expect.stringMatching(/^problem: .* free; 8,796,093 MB are needed\.: Make room/),
    ])
  })

  test('when the last one was made and tried, or why there is none', async () => {
    await app.db.deleteFrom('nightly_backup').execute()
    expect(await ask('last backup')).toEqual([expect.stringMatching(/^problem: There is none\.: Start/)])
    await noted({ succeeded_at: LAST_NIGHT, file: 'last.tar.gz' })
    expect(await ask('last backup')).toEqual([expect.stringMatching(/^problem: .* is gone\.: Find out who/)])
    writeFileSync(join(folder, 'last.tar.gz'), 'a backup')
    expect(await ask('last backup')).toEqual([
      'ok: That of 2026-11-20T03:00:00+01:00 was restored for a trial and counted.',
    ])
    expect(await ask('last backup', { CLOCK_START: '2026-11-21T08:00:00+01:00' })).toEqual([
      expect.stringMatching(/^problem: .* is old\.: Read the log/),
    ])
    const failure = 'The disk of /var/backups is full.'
    await noted({ succeeded_at: LAST_NIGHT, file: 'last.tar.gz', failed_at: new Date(app.now()), failure })
    expect(await ask('last backup')).toEqual([
      `problem: ${failure}: Remove the cause, then restart the service: it tries at once.`,
    ])
  })
})

test('a check that fails hides no other', async () => {
  const installation = openInstallation(readEnv(settings))
  const found = await examine(
    {
      broken: () => Promise.reject(new Error('out of order')),
      walls: OPERATION_CHECKS['walls']!,
    },
    installation,
  )
  await installation.close()
  expect(found.map(({ check, state }) => [check, state])).toEqual([
    ['broken', 'problem'],
    ['walls', expect.any(String)],
  ])
})
