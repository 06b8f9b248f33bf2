import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { makeDb } from '../../server/database/connect.ts'
import { makeToken } from '../../server/http/token.ts'
import { beginSession, csrfTokenOf } from '../../server/http/session.ts'

type Row = Record<string, unknown> & { id: number }
type Person = { work: () => Promise<void> }

const NOW = '2026-11-20T06:00:00Z'
const PARTY = { company: '한빛전자', name: '박지민', phone: '010-2345-6789', count: 1 }
const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)]!
const chance = (share: number) => Math.random() < share

/** The work of visitors and administrators on a day on which everything happens at once. */
export function makePeople(
  server: { origin: string; pool: pg.Pool },
  count: (name: string, status: number) => void,
) {
  const db = makeDb(server.pool)
  const rows = async (text: string, ...values: unknown[]) => (await server.pool.query<Row>(text, values)).rows
  const one = async (text: string, ...values: unknown[]) => (await rows(text, ...values))[0]
  let serial = 0

  const signIn = async (owner: { member_id: number } | { admin_id: number }) => {
    const { token } = await beginSession(db, owner, Date.parse(NOW))
    const cookie = 'admin_id' in owner ? 'admin_session' : 'session'
    return { cookie: `${cookie}=${token}`, 'x-csrftoken': csrfTokenOf(token) }
  }
  const caller =
    (name: string, headers: Record<string, string>) =>
    async (method: string, path: string, body: object = {}) => {
      const json = { ...headers, 'content-type': 'application/json', 'idempotency-key': makeToken() }
      const response = await fetch(server.origin + path, {
        method,
        headers: json,
        body: JSON.stringify(body),
      })
      const text = await response.text()
      count(name, response.status)
      if (response.status >= 500) console.log(name, method, path, response.status, text)
      return response.status
    }

  const freeRun = async (most: number) => {
    const first = await one(
      `select id, docent_id, room_id, event_date_id, starts_at from slots
      where reservation_id is null and not is_locked and starts_at > $1 order by random() limit 1`,
      NOW,
    )
    if (!first?.room_id) return { first, ids: first ? [first.id] : [] }
    const next = await rows(
      `select id from slots where room_id = $1 and starts_at >= $2 and event_date_id = $3 order by starts_at limit $4`,
      first.room_id,
      first.starts_at,
      first.event_date_id,
      1 + Math.floor(Math.random() * most),
    )
    return { first, ids: next.map(({ id }) => id) }
  }
  const wish = async (most = 6) => {
    const { first, ids } = await freeRun(most)
    if (!first) return undefined
    const { event_date_id, room_id } = first
    if (!room_id) return { tour: true, body: { available_tour_id: ids[0], event_date_id } }
    const time_slots = ids.toReversed().map((id) => ({ available_room_id: id, duration: 10 }))
    return { tour: false, body: { room_id, event_date_id, time_slots } }
  }
  const visitorOf = (tour: boolean) => (tour ? PARTY : { ...PARTY, title: '측정', manager_name: '김도윤' })

  const addMember = () => {
    serial += 1
    const [phone, email] = [`010-7100-${String(serial).padStart(4, '0')}`, `load${serial}@example.com`]
    return one(
      `insert into members (name, name_key, email, phone, company_name, position, is_vip, is_vvip, created_at)
      values ($1, $1, $2, $3, '한빛전자', '과장', true, true, $4) returning id`,
      `load${serial}`,
      email,
      phone,
      NOW,
    )
  }

  const visitor = async (): Promise<Person> => {
    const register = async () => caller('visitor', await signIn({ member_id: (await addMember())!.id }))
    let call = await register()
    const work = async () => {
      const wanted = await wish()
      if (!wanted) return
      const path = `/api/user/reserve-${wanted.tour ? 'tour' : 'meeting'}/`
      const status = await call('POST', path, { ...wanted.body, visitor: visitorOf(wanted.tour) })
      // Deleted meanwhile, or one who asks for more than a person would.
      if (status === 401 || status === 429) call = await register()
    }
    return { work }
  }

  const admin = async (
    name: string,
    act: (call: ReturnType<typeof caller>) => Promise<unknown>,
  ): Promise<Person> => {
    const call = caller(name, await desk)
    return { work: async () => void (await act(call)) }
  }

  const desk = one('select id from admins').then((owner) => signIn({ admin_id: owner!.id }))

  const anyLive = (n: number) =>
    rows(
      `select id, kind, status from reservations where status in ('PENDING', 'APPROVED') order by random() limit $1`,
      n,
    )

  return {
    visitor,
    decides: () =>
      admin('decides', async (call) => {
        const found = (await anyLive(1))[0]
        if (!found) return
        const actions =
          found.status === 'PENDING' ? ['approve', 'approve', 'reject', 'cancel'] : ['cancel', 'complete']
        const body = { type: found.kind, action: pick(actions), reason: '사정' }
        await call('POST', `/api/admin/reservations/${found.id}/action/`, body)
      }),
    decidesMany: () =>
      admin('decides many', async (call) => {
        const reservation_ids = (await anyLive(25)).map(({ id }) => id)
        if (reservation_ids.length > 0)
          await call('POST', '/api/admin/reservations/bulk-action/', {
            reservation_ids,
            action: pick(['approve', 'reject']),
            reason: '사정',
          })
      }),
    edits: () =>
      admin('edits', async (call) => {
        const found = await one('select id, kind from reservations order by random() limit 1')
        if (found)
          await call('PATCH', `/api/admin/reservations/${found.id}/note/`, {
            type: found.kind,
            note: `메모 ${Math.random()}`,
          })
      }),
    moves: () =>
      admin('moves', async (call) => {
        const wanted = await wish(3)
        const found = await one(
          `select id, kind from reservations where status in ('PENDING', 'APPROVED') and kind = $1 order by random() limit 1`,
          wanted?.tour ? 'VIP_TOUR' : 'GROUP_MEETING',
        )
        if (found && wanted)
          await call('POST', `/api/admin/reservations/${found.id}/move/`, {
            type: found.kind,
            ...wanted.body,
          })
      }),
    locks: () =>
      admin('locks', async (call) => {
        const type = pick(['tour', 'room'])
        await call('PATCH', '/api/admin/bulk-availability/', { type, action: 'lock' })
        await call('PATCH', '/api/admin/bulk-availability/', { type, action: 'unlock' })
      }),
    changesPlaces: () =>
      admin('changes places', async (call) => {
        const docent = await one(
          'select id, name, language, is_vip, is_vvip from docents order by random() limit 1',
        )
        const { id, ...form } = docent!
        await call('PUT', `/api/admin/docents/${id}/`, {
          ...form,
          start_point: `${Math.floor(Math.random() * 99)}번 문`,
        })
      }),
    deletesPlaces: () =>
      admin('deletes places', async (call) => {
        const kind = pick(['docent', 'room'])
        const gone = await rows(`select id from ${kind}s order by random() limit 2`)
        await call('DELETE', `/api/admin/${kind}s/`, { [`${kind}_ids`]: gone.map(({ id }) => id) })
        for (let n = 0; n < 2; n += 1)
          await call('POST', `/api/admin/${kind}s/`, {
            name: `새 ${kind} ${(serial += 1)}`,
            ...(kind === 'docent' ? { language: '한국어', start_point: '정문' } : { floor: 2, size: 8 }),
          })
      }),
    deletesSlots: () =>
      admin('deletes slots', async (call) => {
        const some = await rows('select id from slots where room_id is not null order by random() limit 40')
        await call('DELETE', '/api/admin/available-rooms/bulk/', { time_slot_ids: some.map(({ id }) => id) })
        const day = await one('select id, date from event_dates order by random() limit 1')
        if (chance(0.1) && day) await call('DELETE', `/api/admin/available-tours/?date=${String(day.date)}`)
      }),
    deletesDates: () =>
      admin('deletes dates', async (call) => {
        const days = await rows('select id, date from event_dates order by random() limit 2')
        await call('DELETE', '/api/admin/event-dates/bulk/', { dates: days.map(({ date }) => date) })
        for (const { date } of days) await call('POST', '/api/admin/event-dates/', { date })
      }),
    plans: () =>
      admin('plans', async (call) => {
        for (const kind of ['tour', 'room'] as const) {
          const places = await rows(`select id from ${kind === 'tour' ? 'docents' : 'rooms'}`)
          const days = await rows('select id, date from event_dates order by random()')
          await call('POST', '/api/admin/slots/plan/', {
            kind,
            place_ids: places.map(({ id }) => id),
            event_date_ids: days.map(({ id }) => id),
            windows: [{ start_time: '09:00', end_time: '17:00' }],
            interval_minutes: kind === 'tour' ? 30 : 10,
            duration_minutes: kind === 'tour' ? 25 : 10,
          })
        }
        const [from, ...to] = await rows('select id, date from event_dates order by random()')
        if (from && to.length > 0)
          await call('POST', '/api/admin/slots/copy-day/', {
            from: from.date,
            to: to.map(({ date }) => date),
          })
      }),
    deletesMembers: () =>
      admin('deletes members', async (call) => {
        const gone = await rows('select id from members order by random() limit 2')
        await call('DELETE', '/api/admin/users/', { user_ids: gone.map(({ id }) => id) })
        await addMember()
      }),
    tiers: () =>
      admin('tiers', async (call) => {
        const some = await rows('select id from members where not is_vip order by random() limit 6')
        const ids = some.map(({ id }) => id)
        if (ids.length > 0)
          await call('PATCH', '/api/admin/users/tier/', {
            user_ids: ids,
            tier: 'vip',
            expected_changes: ids.length,
          })
      }),
    imports: () =>
      admin('imports', async (call) => {
        await setTimeout(50)
        const base = 1000 + Math.floor(Math.random() * 20)
        const list = Array.from({ length: 30 }, (_, n) => ({
          row: n + 1,
          name: `명단 ${base + n}`,
          company_name: '새봄',
          position: '대리',
          phone: `010-8000-${base + n}`,
          email: `import${base + n}@example.com`,
        }))
        const shuffled = chance(0.5)
          ? list
          : list.map((row, n) => ({ ...list[list.length - 1 - n]!, row: row.row }))
        await call('POST', '/api/admin/users/import/', { rows: shuffled, only_good: true })
      }),
  }
}
