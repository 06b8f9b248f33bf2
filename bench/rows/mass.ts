import type { Group } from '../harness/bench.ts'
import type { Row } from '../harness/sample.ts'

/**
 * An administrator's works on very many reservations, during which their slots wait. Each is done once: it takes away what
 * it is measured on.
 */
export const mass: Group = {
  name: 'mass',
  async rows(bench) {
    const event = await bench.large()
    const measure = async (name: string, method: string, path: string, body: object): Promise<Row> => {
      const began = performance.now()
      const answer = await fetch(event.service.origin + path, {
        method,
        headers: { ...event.admin, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const value = performance.now() - began
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
      await event.settle()
      return { group: 'mass', name: `100 times the data: ${name}`, unit: 'ms', value, spread: null }
    }
    const live = `from reservations where status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED') and member_id is not null`
    const { rows: days } = await event.client.query<{ date: string; count: number }>(
      `select date::text, count(*)::int ${live} and starts_at > $1 group by date order by count(*) desc, date desc limit 1`,
      [bench.now],
    )
    const [day] = days
    const { rows: rooms } = await event.client.query<{ room_id: number; count: number }>(
      `select room_id, count(*)::int ${live} and starts_at > $1 and room_id is not null and date <> $2
      group by room_id order by count(*) desc limit 1`,
      [bench.now, day!.date],
    )
    const [room] = rooms
    const { rows: requests } = await event.client.query<{ id: number }>(
      `select id from reservations where status = 'PENDING' and starts_at > $1 and date <> $2 order by id limit 400`,
      [bench.now, day!.date],
    )
    const form = { name: '새 이름', floor: 2, size: 20, is_vip: false, is_vvip: false }
    const rejection = { reservation_ids: requests.map(({ id }) => id), action: 'reject', reason: '사정' }
    return [
      await measure(`a date with ${day!.count} reservations deleted`, 'DELETE', '/api/admin/event-dates/', {
        date: day!.date,
      }),
      await measure(
        `a room renamed under ${room!.count} reservations`,
        'PUT',
        `/api/admin/rooms/${room!.room_id}/`,
        form,
      ),
      await measure(
        `${requests.length} requests rejected at once`,
        'POST',
        '/api/admin/reservations/bulk-action/',
        rejection,
      ),
    ]
  },
}
