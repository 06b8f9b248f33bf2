import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Bench, Group } from '../harness/bench.ts'
import { fillLarge } from '../harness/large.ts'
import type { Row } from '../harness/sample.ts'
import { signInAdmin, startService } from '../harness/serve.ts'

/** After the last day of all that was filled. */
const AFTERWARDS = '2027-06-01T09:00:00+02:00'
const FILLED = 'ended'

const NEXT = {
  event_name: '다음 행사',
  first_date: '2027-11-01',
  keep_docents: true,
  keep_rooms: true,
  keep_times: true,
  confirm: '삭제',
}

/**
 * The end of an event with a hundred times the data: the archive, the erasure and the next event, each on a copy of its own of
 * one database, as none of them can be done twice.
 */
export const closing: Group = {
  name: 'closing',
  async rows(bench) {
    await fillEnded(bench)
    return [
      ...(await measure(bench, 'archive', 'GET', '/api/admin/closing/archive/')),
      ...(await measure(bench, 'erasure', 'POST', '/api/admin/closing/erasure/', {
        confirm: '삭제',
        erase_backups: false,
      })),
      ...(await measure(bench, 'next event with its members', 'POST', '/api/admin/closing/next-event/', {
        ...NEXT,
        keep_members: true,
      })),
      ...(await measure(bench, 'next event without them', 'POST', '/api/admin/closing/next-event/', {
        ...NEXT,
        keep_members: false,
      })),
    ]
  },
}

async function fillEnded({ checkout, createDatabase, days }: Bench) {
  const url = await createDatabase(FILLED)
  const service = await startService(checkout, url)
  await service.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await fillLarge(client, days)
  await client.query('vacuum analyze')
  await client.end()
}

let copies = 0

/** One call on a copy: its time, the bytes of its answer where it is a file, and the most memory that the service took. */
async function measure(
  { checkout, createDatabase }: Pick<Bench, 'checkout' | 'createDatabase'>,
  name: string,
  method: string,
  path: string,
  body?: object,
): Promise<Row[]> {
  const url = await createDatabase(`${FILLED}_${(copies += 1)}`, FILLED)
  const service = await startService(checkout, url, AFTERWARDS)
  try {
    const headers = await signInAdmin(service.origin)
    const began = performance.now()
    const answer = await fetch(service.origin + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    let bytes = 0
    for await (const chunk of answer.body!) bytes += chunk.length
    if (!answer.ok)
      throw new Error(`${name}: ${answer.status} after ${Math.round(performance.now() - began)} ms`)
    const row = (what: string, unit: 'ms' | 'MB', value: number): Row => ({
      group: 'closing',
      name: `100 times the data: ${what}`,
      unit,
      value,
      spread: null,
    })
    return [
      row(name, 'ms', performance.now() - began),
      row(`memory for the ${name}`, 'MB', mostMemoryOf(service.pid)),
      ...(body ? [] : [row(`size of the ${name}`, 'MB', bytes / 1e6)]),
    ]
  } finally {
    await service.close()
  }
}

/** The most memory that a process has had, in MB. */
const mostMemoryOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
