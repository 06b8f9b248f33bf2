import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedMail } from '../../contract/admin/mails.ts'
import { findOlderPostgres, startOlderPostgres } from '../../scripts/older-postgres.mjs'
import { readableFailure } from '../../server/database/readable-failure.ts'
import { openDatabase } from '../../server/open-database.ts'
import { makeCertificate } from '../certificate.ts'
import { findFreePorts } from '../nginx.ts'
import { startPostOffice } from '../post-office.ts'
import { ADMIN_PASSWORD, launch, startServer } from '../server-process.ts'
import { withClient } from '../test-database.ts'

const SOON = { timeout: 20_000 }

// The embedded PostgreSQL has no TLS. Where there is no other one, `npm test` says so.
const installed = findOlderPostgres()

describe.skipIf(!installed)('a database and a mail server of another machine, reached over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-tls-'))
  const [ours, another] = [makeCertificate(), makeCertificate()]
  const [authority, wrongAuthority] = [join(folder, 'ca.pem'), join(folder, 'wrong.pem')]
  let postgres: Awaited<ReturnType<typeof startOlderPostgres>>
  let port: number
  const urlWith = (file: string, host = 'localhost') =>
    `postgres://fairslot@${host}:${port}/postgres?sslmode=verify-full&sslrootcert=${file}`

  beforeAll(async () => {
    writeFileSync(authority, ours.certificate)
    writeFileSync(wrongAuthority, another.certificate)
    ;[port] = (await findFreePorts(1)) as [number]
    postgres = await startOlderPostgres(installed!.bin, { port, ...ours })
  })
  afterAll(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  })

  test('a start with the certificate of an authority that did not sign it says so of DATABASE_URL, and ends', async () => {
    const ended = launch({ DATABASE_URL: urlWith(wrongAuthority), DATA_DIR: folder })
    expect((await ended.exit)[0]).toBe(1)
    expect(ended.output()).toMatch(
      /Fairslot cannot start: DATABASE_URL: the certificate .* not trusted.*sslrootcert/,
    )
  })

  test.each([
    ['another host', () => urlWith(authority, '127.0.0.1'), /^DATABASE_URL: the certificate .* another host/],
    [
      'a file that is not there',
      () => urlWith(join(folder, 'none.pem')),
      /^DATABASE_URL: .*none\.pem cannot be read/,
    ],
  ])('so does one with the certificate of %s', async (_what, url, line) => {
    const env = { database_url: url() } as Parameters<typeof openDatabase>[0]
    const failure = await openDatabase(env, () => {}).catch((error: unknown) => error)
    expect(readableFailure(failure)).toMatch(line)
  })

  test('a server has no connection in the clear, and says in the list of mails when a certificate is wrong', async () => {
    const from = 'the start'
    let office = await startPostOffice(undefined, 0, { ...ours, from })
    const server = await startServer({
      DATABASE_URL: urlWith(authority),
      DATA_DIR: folder,
      SMTP_URL: `smtps://localhost:${office.port}`,
      NODE_EXTRA_CA_CERTS: authority,
    })
    const send = (path: string, body: object) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const askForCode = async (email: string) =>
      expect((await send('/api/user/register/', { email })).status).toBe(200)

    await askForCode('first@example.com')
    await expect.poll(() => office.arrived.map(({ to }) => to), SOON).toEqual(['first@example.com'])
    let isEncrypted: boolean[] = []
    await withClient(postgres.url, async (client) => {
      const { rows } = await client.query<{ ssl: boolean }>(
        'select ssl from pg_stat_ssl join pg_stat_activity using (pid) where client_addr is not null',
      )
      isEncrypted = rows.map(({ ssl }) => ssl)
    })
    expect(isEncrypted.length).toBeGreaterThan(1)
    expect(isEncrypted).not.toContain(false)

    await office.close()
    office = await startPostOffice(undefined, office.port, { ...another, from })
    await askForCode('second@example.com')
    const login = await send('/api/admin/login/', { name: 'admin', password: ADMIN_PASSWORD })
    const cookie = login.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const newest = async () => {
      const answer = await fetch(`${server.url}/api/admin/mails/`, { headers: { cookie } })
      return ((await answer.json()) as { results: ListedMail[] }).results[0]
    }
    await expect.poll(newest, SOON).toMatchObject({
      to: 'second@example.com',
      status: 'queued',
      error: expect.stringMatching(/certificate/),
    })
    expect(office.arrived).toEqual([])
    expect(await server.stop()).toBe(0)
    expect(server.output()).toMatch(/SMTP_URL: the certificate of the mail server is not trusted/)
    await office.close()
  })
})
