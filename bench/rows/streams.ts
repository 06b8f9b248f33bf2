import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Group } from '../harness/bench.ts'
import { cpuOf, memoryOf, startChild } from '../harness/children.ts'
import { middle, type Row } from '../harness/sample.ts'
import { TODAY } from '../harness/serve.ts'

const WATCH = `/api/public/changes/?watch=schedule:${TODAY}`
const STREAMS = 2_000
// A short run asks whether it works.
const FEW = 100

/** A phone's stream of changes: its memory, and how soon all phones have heard, against a server that does nothing else. */
export const streams: Group = {
  name: 'streams',
  async rows({ small, seconds }) {
    const count = seconds < 1 ? FEW : STREAMS
    const event = await small()
    const { rows: slots } = await event.client.query<{ id: number }>(
      `select s.id from slots s join event_dates d on d.id = s.event_date_id
      where d.date = $1 and room_id is not null and reservation_id is null limit 1`,
      [TODAY],
    )
    let isLocked = false
    const lock = async () => {
      isLocked = !isLocked
      const answer = await fetch(`${event.service.origin}/api/admin/available-rooms/`, {
        method: 'PATCH',
        headers: { ...event.admin, 'content-type': 'application/json' },
        body: JSON.stringify({ time_slot_ids: [slots[0]!.id], action: isLocked ? 'lock' : 'unlock' }),
      })
      if (!answer.ok) throw new Error(`a slot could not be locked: ${answer.status}`)
    }
    const { origin, pid } = event.service
    const ours = await measure({ count, seconds, origin, pid, begin: () => {}, tell: lock })
    const bare = await measureBare(count, seconds)
    const row = (name: string, unit: Row['unit'], value: number, spread: Row['spread'] = null): Row => ({
      group: 'streams',
      name: `${count} streams: ${name}`,
      unit,
      value,
      spread,
    })
    return [
      row('resident memory of the service for all of them', 'MB', ours.memory),
      row('until all have heard of a change', 'ms', middle(ours.times), [
        Math.min(...ours.times),
        Math.max(...ours.times),
      ]),
      row(
        'that / responses of a bare node:http in the process that asks',
        'x',
        middle(ours.times) / middle(bare),
      ),
      row('processor time of the service for one change', 'ms', ours.cpu),
    ]
  },
}

type Told = {
  count: number
  seconds: number
  origin: string
  pid: number
  begin: () => unknown
  tell: () => unknown
}

/** Opens streams, tells all of them something again and again, and ends them. */
async function measure({ count, seconds, origin, pid, begin, tell }: Told) {
  const before = memoryOf(pid).now
  const listeners = startChild('listeners-process.ts', origin + WATCH, String(count))
  try {
    // That all are open, and then that all have heard of the state in which they begin.
    await listeners.next()
    await begin()
    await listeners.next()
    const memory = memoryOf(pid).now - before
    const ran = cpuOf(pid)
    const began = performance.now()
    const times: number[] = []
    while (times.length === 0 || performance.now() - began < seconds * 1000) {
      const told = performance.now()
      await tell()
      await listeners.next()
      times.push(performance.now() - told)
    }
    return { memory, times, cpu: (cpuOf(pid) - ran) / times.length }
  } finally {
    await listeners.end()
  }
}

async function measureBare(count: number, seconds: number): Promise<number[]> {
  const responses = new Set<ServerResponse>()
  const server = createServer((_, response) => {
    responses.add(response)
    response.on('close', () => responses.delete(response))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('retry: 2000\n\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tell = () => {
    for (const response of responses) response.write(`data: schedule:${TODAY}\n\n`)
  }
  const { times } = await measure({ count, seconds, origin, pid: process.pid, begin: tell, tell })
  server.close()
  return times
}
