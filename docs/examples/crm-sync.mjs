// Copies reservations that have changed since the last run into a CRM. Run it every night. Node 20 or newer, without packages:
//
//   FAIRSLOT_URL=https://stand.example.com FAIRSLOT_TOKEN=fsl_... CRM_URL=https://crm.example.com/visits node crm-sync.mjs
//
// The token has the scope "reservations:read". The CRM takes PUT and DELETE of CRM_URL/ID. A run that fails changes nothing in
// STATE_FILE, so the next one sends the same again.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { call } from './api.mjs'

const { CRM_URL, CRM_KEY = '', STATE_FILE = 'crm-sync.json' } = process.env
if (!CRM_URL) throw new Error('Set CRM_URL.')
const PAGE_SIZE = 100

/** The instant from which the last run has seen everything; before the first run, one before all reservations. */
function lastRun() {
  try {
    return JSON.parse(readFileSync(STATE_FILE, 'utf8')).as_of
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return '2000-01-01T00:00:00Z'
  }
}

async function tellCrm(method, id, body) {
  const response = await fetch(`${CRM_URL}/${id}`, {
    method,
    headers: { authorization: `Bearer ${CRM_KEY}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  // Some come twice, and the second time the CRM no longer has an erased one.
  const isGone = method === 'DELETE' && response.status === 404
  if (!response.ok && !isGone) throw new Error(`The CRM answered ${response.status} for reservation ${id}.`)
}

/** A person who was erased here is erased there. */
async function copy({ id, type, status, visitor, available_tour, event_date, room, time_slots }) {
  if (!visitor.name) return tellCrm('DELETE', id)
  const { date } = available_tour?.event_date ?? event_date
  const time = available_tour?.time ?? time_slots[0].start_time
  const place = (available_tour?.docent ?? room).name
  const { name, company, phone, count } = visitor
  return tellCrm('PUT', id, { type, status, date, time, place, name, company, phone, count })
}

const since = lastRun()
let as_of
let copied = 0
for (let page = 1; ; page += 1) {
  const query = new URLSearchParams({ updated_since: since, page, page_size: PAGE_SIZE })
  const answer = await call('GET', `/api/admin/reservations/?${query}`)
  as_of ??= answer.as_of
  for (const reservation of [...answer.tours, ...answer.meetings]) {
    await copy(reservation)
    copied += 1
  }
  if (page * PAGE_SIZE >= answer.count) break
}
// At the end only: an earlier failure repeats this run.
writeFileSync(`${STATE_FILE}.part`, JSON.stringify({ as_of }))
renameSync(`${STATE_FILE}.part`, STATE_FILE)
console.log(`${copied} reservations copied.`)
