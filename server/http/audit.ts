import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { deviceName } from '../../domain/device-name.ts'
import { dottedFields } from '../../domain/edit-conflict.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { inTransaction, sendAlong, type Db, type Tx } from '../database/transaction.ts'
import { networkOf } from './network.ts'
import type { SignedInAdmin } from './session.ts'

type Facts = Record<string, unknown>
type Written = {
  admin: SignedInAdmin
  params?: unknown
  query?: unknown
  body?: unknown
  place?: Place
}

const MAX_ITEMS = 100

const asFacts = (value: unknown): Facts => (typeof value === 'object' && value !== null ? { ...value } : {})

function targetOf({ audit }: Endpoint, params: Facts, answer: Facts): string | null {
  const noun = audit?.target
  return noun ? `${noun} ${Number(params['id'] ?? asFacts(answer[noun])['id'])}` : null
}

/** A span, such as a part of a day, becomes one text. */
const itemOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null ? Object.values(item).join(' ~ ') : item

/** A nested fact keeps only its last name. */
function detailsOf({ audit, method }: Endpoint, facts: Facts): Facts {
  const kept = (audit?.keeps ?? []).map((path) => {
    const names = path.split('.')
    const found = names.reduce<unknown>((thing, name) => asFacts(thing)[name], facts)
    // A setting may be empty; elsewhere null means all.
    const value = found === null && method === 'PUT' ? 'none' : found
    if (!Array.isArray(value)) return [names.at(-1), value] as const
    const items = value.slice(0, MAX_ITEMS).map(itemOf)
    return [names.at(-1), value.length > MAX_ITEMS ? [...items, '…'] : items] as const
  })
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined && value !== null))
}

function changedFields({ expected }: Facts, answer: Facts): string[] | null {
  if (expected === undefined) return null
  const thing = Object.values(answer).find((value) => typeof value === 'object' && value !== null)
  const fields = dottedFields(asFacts(thing))
  return Object.entries(dottedFields(asFacts(expected)))
    .filter(([field, value]) => value !== fields[field])
    .map(([field]) => field)
}

export const actionOf = ({ method, path }: Endpoint): string => `${method} ${path}`

export const isDryRun = (body: unknown): boolean => asFacts(body)['dry_run'] === true

export const MACHINE: SignedInAdmin = { id: 0, name: '서버' }

/** The author of what a member does; the target says which one. */
const MEMBER: SignedInAdmin = { id: 0, name: '회원' }

export type Place = { network: string; device: string }

export const placeOf = ({ ip, headers }: FastifyRequest): Place => ({
  network: networkOf(ip),
  device: deviceName(headers['user-agent']),
})

type Deed = {
  action: string
  target: string | null
  summary: string
  details: Facts
  fields?: string[] | null
  place?: Place
}

/** For authors without an account, too, such as the holder of a link. */
export const recordDeed = (
  tx: Tx,
  { id: admin_id, name: admin }: SignedInAdmin,
  { details, fields = null, place, ...deed }: Deed,
  now: Instant,
): Promise<unknown> =>
  sendAlong(
    tx,
    tx.insertInto('audit_log').values({
      ...deed,
      ...place,
      admin_id,
      admin,
      fields,
      at: new Date(now),
      details: JSON.stringify(details),
    }),
  )

/** By itself: for reads, and for writes of members. */
export const recordAlone = (
  db: Db,
  endpoint: Endpoint,
  { admin, member }: { admin?: SignedInAdmin; member?: { id: number } },
  { summary, details }: Pick<Deed, 'summary' | 'details'>,
  now: Instant,
): Promise<unknown> =>
  inTransaction(db, async (tx) => {
    const target = member ? `user ${member.id}` : null
    await recordDeed(tx, admin ?? MEMBER, { action: actionOf(endpoint), target, summary, details }, now)
  })

export async function recordWrite(
  tx: Tx,
  endpoint: Endpoint,
  { admin, params, query, body, place }: Written,
  given: unknown,
  now: Instant,
) {
  if (isDryRun(body)) return
  const answer = asFacts(given)
  const { message } = answer
  const deed = {
    action: actionOf(endpoint),
    target: targetOf(endpoint, asFacts(params), answer),
    summary: typeof message === 'string' ? message : endpoint.summary,
    details: detailsOf(endpoint, { ...asFacts(query), ...asFacts(body), ...answer }),
    fields: changedFields(asFacts(body), answer),
    ...(place && { place }),
  }
  await recordDeed(tx, admin, deed, now)
}
