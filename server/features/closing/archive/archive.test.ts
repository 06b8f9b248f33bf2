import { sendMessage } from '../../../../contract/admin/messages.ts'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync, strFromU8 } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { markArrival } from '../../../../contract/admin/arrivals.ts'
import { getClosingReport, takeArchive } from '../../../../contract/admin/closing.ts'
import { giveFeedback } from '../../../../contract/meeting.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../../test/fixture.ts'
import { makeEventDate, tourParty } from '../../../../test/make.ts'
import { makeConnections } from '../../../../test/make-connections.ts'
import { makeReservation } from '../../../../test/make-reservation.ts'
import { readSheet } from '../../../../test/read-sheet.ts'
import { streamZip } from '../../../spreadsheet/streamed-zip.ts'

const app = useTestApp()
const admin = useAdmin(app)

beforeAll(async () => {
  const day = await makeEventDate(app.db)
  const { reservation, browser } = await makeReservation(app, admin, day, {
    kind: 'GROUP_MEETING',
    status: 'APPROVED',
  })
  await browser.ok(giveFeedback, {
    params: { id: String(reservation.id) },
    body: { feedback: '=HYPERLINK("http://evil.example")' },
  })
  const owner = await makeReservation(app, admin, day, { status: 'REJECTED' })
  await makeConnections(app, admin, day, owner, '비밀소식')
  await sql`update webhooks set url = 'https://hook.example/in?key=secret-of-theirs'`.execute(app.db)
  await admin.ok(markArrival, { params: { id: String(reservation.id) }, body: {} })
  await admin.ok(sendMessage, {
    body: { audience: { members: {} }, subject: '주차장 안내', text: '북문 앞' },
  })
})

const NOUNS = [
  'report',
  'reservations',
  'history',
  'members',
  'sessions',
  'dates',
  'docents',
  'rooms',
  'slots',
  'waitlist',
  'feedback',
  'mails',
  'webhooks',
  'audit',
]

async function take() {
  const response = await admin.send(takeArchive, {})
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
  })
  const files = unzipSync(response.rawPayload)
  const json = <Row>(name: string) => JSON.parse(strFromU8(files[`json/${name}.json`]!)) as Row[]
  return {
    files,
    json,
    name: decodeURIComponent(String(response.headers['content-disposition']).split("UTF-8''")[1]!),
  }
}

test('the archive contains everything as tables and data, with a manifest and correct checksums', async () => {
  const { files, json, name } = await take()
  expect(name).toBe(`행사자료_${TODAY}.zip`)
  const wanted = NOUNS.flatMap((noun) => [`json/${noun}.json`, `xlsx/${noun}.xlsx`])
  expect(Object.keys(files)).toEqual([...wanted, 'manifest.json', 'SHA256SUMS'])
  const manifest = JSON.parse(strFromU8(files['manifest.json']!)) as {
    event_name: string
    taken_at: string
    files: { name: string; bytes: number; sha256: string }[]
  }
  expect(manifest).toMatchObject({ event_name: '2025 트레이드쇼', taken_at: '2026-11-20T08:00:00+01:00' })
  expect(manifest.files.map((file) => file.name)).toEqual(wanted)
  for (const file of manifest.files) {
    const bytes = files[file.name]!
    expect(file.bytes, file.name).toBe(bytes.length)
    expect(file.sha256, file.name).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(strFromU8(files['SHA256SUMS']!)).toContain(`${file.sha256}  ${file.name}\n`)
  }
  expect(json('reservations')).toMatchObject([
    {
      status: 'APPROVED',
      visitor: { title: '신제품 공급 협의' },
      starts_at: '2026-11-20T10:00:00+01:00',
      arrived_at: '2026-11-20T08:00:00+01:00',
    },
    { status: 'REJECTED', cancel_note: '전시장 사정', arrived_at: null },
    { status: 'PENDING' },
  ])
  expect(json('waitlist')).toMatchObject([{ time: '18:00', outcome: null, visitor: tourParty }])
  expect(json('webhooks')).toMatchObject([{ name: '문자', url: 'https://hook.example', is_on: true }])
  expect(json<{ action: string }>('history').map(({ action }) => action)).toEqual([
    'create',
    'approve',
    'feedback',
    'create',
    'reject',
    'create',
    'arrive',
  ])
  expect(json('members')).toHaveLength(3)
  expect(json('slots')).toHaveLength(5)
  expect(json<{ text: string | null }>('mails').map(({ text }) => text)).toEqual([
    ...Array.from({ length: 6 }, () => null),
    ...Array.from({ length: 3 }, () => '북문 앞'),
  ])
  expect(json('dates')).toEqual([{ id: expect.any(Number), date: TODAY }])
  expect(JSON.parse(strFromU8(files['json/report.json']!))).toEqual(await admin.ok(getClosingReport, {}))
})

test('the page about closing names all of its files', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/closing.md'), 'utf8')
  for (const noun of NOUNS) expect(page).toContain(`\`${noun}\``)
})

test('its tables have the same rows, and no text in them is a formula', async () => {
  const { files, json } = await take()
  for (const noun of NOUNS.slice(1)) {
    const sheet = readSheet(files[`xlsx/${noun}.xlsx`]!)
    expect([noun, sheet.rows.length]).toEqual([noun, json(noun).length])
    expect(sheet.formulas, noun).toBe(0)
  }
  expect(readSheet(files['xlsx/feedback.xlsx']!).rows).toMatchObject([
    { 미팅명: '신제품 공급 협의', 피드백: '=HYPERLINK("http://evil.example")' },
  ])
})

test('the archive contains no credentials', async () => {
  const { files } = await take()
  const texts = Object.entries(files).map(([name, bytes]) => (name.endsWith('.json') ? strFromU8(bytes) : ''))
  const codes = await app.db.selectFrom('rooms').select('screen_code').execute()
  const { password_hash } = await app.db
    .selectFrom('admins')
    .select('password_hash')
    .executeTakeFirstOrThrow()
  for (const secret of [password_hash!, ...codes.map(({ screen_code }) => screen_code)])
    expect(texts.some((text) => text.includes(secret))).toBe(false)
  for (const word of ['token', 'salt', 'secret', 'p256dh', 'push.example', 'arrival_code', '비밀소식'])
    expect([word, texts.some((text) => text.includes(word))]).toEqual([word, false])
})

test('a second archive at the same time is refused until the first ends', async () => {
  const answers = await Promise.all([admin.send(takeArchive, {}), admin.send(takeArchive, {})])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 503])
  await take()
})

test('a list of several pages is complete', async () => {
  await sql`insert into members (name, name_key, email, phone, company_name, position, created_at)
    select '회원' || n, '회원' || n, 'm' || n || '@example.com', '010-5000-' || lpad(n::text, 4, '0'), '', '', ${new Date(app.now())}
    from generate_series(1, 2500) n`.execute(app.db)
  const { files, json } = await take()
  expect(json('members').length).toBeGreaterThan(2_500)
  expect(readSheet(files['xlsx/members.xlsx']!).rows).toHaveLength(json('members').length)
})

test('a large archive arrives complete at a slow client, without blocking others', async () => {
  const pieces = Array.from({ length: 200 }, () => randomBytes(64 * 1_024).toString('base64'))
  const stream = streamZip(async (zip) => zip.add('large.txt', pieces))
  const parts: Buffer[] = []
  for await (const part of stream) {
    parts.push(part as Buffer)
    await new Promise(setImmediate)
  }
  expect(Buffer.concat(parts).length).toBeGreaterThan(10_000_000)
  expect(strFromU8(unzipSync(Buffer.concat(parts))['large.txt']!) === pieces.join('')).toBe(true)
})

test('the archive is read no faster than its client, and stops when the client leaves', async () => {
  let made = 0
  async function* endless() {
    for (;;) {
      made += 1
      if (made > 1_000) return
      yield Buffer.alloc(65_536, made % 251)
    }
  }
  const ended = Promise.withResolvers<Error>()
  const stream = streamZip(async (zip) => {
    await zip.add('endless.bin', endless(), { stored: true }).catch((error: Error) => {
      ended.resolve(error)
      throw error
    })
  })
  stream.on('error', () => {})
  await once(stream, 'readable')
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  // A megabyte, plus what was already buffered.
  expect(made).toBeLessThan(20)
  stream.read()
  stream.destroy()
  expect((await ended.promise).message).toContain('the client has disconnected')
})
