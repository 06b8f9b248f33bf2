import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { changeDocent, changeRoom } from '../../contract/admin/places.ts'
import { eventSettings } from '../../contract/admin/event-settings.ts'
import type { CallInput, Endpoint } from '../../contract/endpoint.ts'
import { changeMember } from '../../contract/admin/members.ts'
import type { Client } from '../app.ts'
import { useTestApp } from '../fixture.ts'
import { makeAdmin, makeDocent, makeMember, makeRoom } from '../make.ts'
import { makeBarrier } from './barrier.ts'

const ADMINS = 12

const app = useTestApp()
let admins: { name: string; browser: Client }[]
let removeGuard = false

beforeAll(async () => {
  app.pool.on('connect', forgetToLock)
  admins = []
  for (let n = 0; n < ADMINS; n += 1) admins.push(await makeAdmin(app))
})

const untilAllHaveRead = makeBarrier(ADMINS)

/** Control: all read the row at once, without a lock. */
function forgetToLock(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = async (text: unknown, ...rest: unknown[]) => {
    const isGuard = typeof text === 'string' && /from "(members|docents|rooms|settings)".* for /s.test(text)
    // Docents and rooms are also serialized by the lock for mass work.
    if (removeGuard && typeof text === 'string' && text.includes('pg_advisory_xact_lock'))
      return send('select')
    if (!removeGuard || !isGuard) return send(text, ...rest)
    const found = await send(text.replace(/ for (no key )?update$/, ''), ...rest)
    await untilAllHaveRead()
    return found
  }
  client.query = query as typeof client.query
}

const settings = { event_name: '봄 박람회', contact_email: 'a@example.com', display_names: 'full' } as const

type Saving = {
  what: string
  endpoint: Endpoint
  /** The form that all have filled, and the field that each changes. */
  open: () => Promise<{ id?: number } & Record<string, unknown>>
  field: string
  label: string
}
const SAVINGS: Saving[] = [
  {
    what: 'member',
    endpoint: changeMember,
    open: () => makeMember(app.db),
    field: 'position',
    label: '직책',
  },
  {
    what: 'docent',
    endpoint: changeDocent,
    open: () => makeDocent(app.db),
    field: 'language',
    label: '언어',
  },
  { what: 'room', endpoint: changeRoom, open: () => makeRoom(app.db), field: 'name', label: '이름' },
  {
    what: 'settings',
    endpoint: eventSettings.change,
    open: async () => {
      await admins[0]!.browser.ok(eventSettings.change, { body: settings })
      return settings
    },
    field: 'event_name',
    label: '행사 이름',
  },
]

const entry = (n: number) => `${n}번 관리자의 것`

const saveAllAtOnce = ({ endpoint, field }: Saving, seen: { id?: number } & Record<string, unknown>) =>
  Promise.all(
    admins.map(({ browser }, n) => {
      const body = { ...seen, [field]: entry(n), expected: seen }
      const params = seen.id === undefined ? {} : { params: { id: String(seen.id) } }
      return browser.send(endpoint, { ...params, body } as unknown as CallInput<Endpoint>)
    }),
  )

describe.each(SAVINGS)('twelve administrators save one $what at once', (saving) => {
  test('one succeeds, the others read who', async () => {
    const seen = await saving.open()
    const answers = await saveAllAtOnce(saving, seen)
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
    const before = String(seen[saving.field])
    const told = `${admins[winner]!.name} 님이 방금 변경했습니다: ${saving.label} ${before} → ${entry(winner)}`
    const others = answers.filter((_, n) => n !== winner).map((answer) => answer.json<{ error: string }>())
    expect(others.map(({ error }) => error)).toEqual(others.map(() => told))
  })

  test('control: without the lock, each overwrites the one before', async () => {
    const seen = await saving.open()
    removeGuard = true
    try {
      const answers = await saveAllAtOnce(saving, seen)
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(admins.map(() => 200))
    } finally {
      removeGuard = false
    }
  })
})
