import type { Endpoint } from '../../contract/endpoint.ts'
import { dottedFields } from '../../domain/edit-conflict.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import type { Db } from '../database/transaction.ts'
import type { SignedInAdmin } from './session.ts'

type Facts = Record<string, unknown>
type Written = { admin: SignedInAdmin; params?: unknown; query?: unknown; body?: unknown }

/** What an answer may call the thing that was changed. */
const NOUNS = ['reservation', 'event_date', 'docent', 'room', 'slot', 'user', 'admin', 'screen'] as const
/** Nouns whose name may be kept for good. Members and reservations stay numbers: they are erased on request. */
const NAMED: readonly string[] = ['event_date', 'docent', 'room', 'admin']
/** Texts of a form that name no visitor and no member. Everything else that is text, passwords too, is left out. */
const TELLING = new Set([
  'action',
  'type',
  'date',
  'dates',
  'start_date',
  'end_date',
  'time',
  'start_time',
  'end_time',
  'event_name',
  'contact_email',
  'display_names',
])
const DETAILS_MAX = 500

const asFacts = (value: unknown): Facts => (typeof value === 'object' && value !== null ? { ...value } : {})
const isPlain = (value: unknown) => typeof value === 'number' || typeof value === 'boolean'
const isTelling = ([key, value]: [string, unknown]) =>
  isPlain(value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  (TELLING.has(key) && (typeof value === 'string' || Array.isArray(value)))

function detailsOf(facts: Facts): string {
  const told = Object.entries(facts)
    .filter(isTelling)
    .map(([key, value]) => `${key}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ')
  return told.length > DETAILS_MAX ? `${told.slice(0, DETAILS_MAX)}…` : told
}

/** The one thing that a call changed: as its answer names it, or else as its path does. */
function targetOf({ path }: Endpoint, params: Facts, answer: Facts) {
  const noun = NOUNS.find((each) => typeof asFacts(answer[each])['id'] === 'number')
  if (noun) {
    const thing = asFacts(answer[noun])
    const name = NAMED.includes(noun) ? (thing['name'] ?? thing['date']) : undefined
    return { target: `${noun} ${Number(thing['id'])}`, name }
  }
  const fromPath = /([\w-]+?)s?\/\{id\}/.exec(path)?.[1]
  const id = params['id']
  return { target: fromPath && typeof id === 'number' ? `${fromPath} ${id}` : null, name: undefined }
}

/** The fields that a change has set anew, where its form has said what it was made from. */
function changedFields(body: Facts, answer: Facts): string[] | null {
  const { expected } = body
  if (expected === undefined) return null
  const thing = Object.values(answer).find((value) => typeof value === 'object' && value !== null)
  const fields = dottedFields(asFacts(thing))
  return Object.entries(dottedFields(asFacts(expected)))
    .filter(([field, value]) => value !== fields[field])
    .map(([field]) => field)
}

/** What a call is called in the log. */
export const actionOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/**
 * Notes an administrator's successful write, in its transaction. What is kept follows from the declaration and the
 * answer, so that no call can forget it: method and path, the thing that was changed, the answer's message, and those
 * parts of the input that name no visitor or member.
 */
export async function recordWrite(
  db: Db,
  endpoint: Endpoint,
  { admin, params, query, body }: Written,
  given: unknown,
  now: Instant,
): Promise<void> {
  const answer = asFacts(given)
  const { message } = answer
  const { target, name } = targetOf(endpoint, asFacts(params), answer)
  const details = detailsOf({ ...asFacts(query), ...asFacts(body), ...answer })
  await db
    .insertInto('audit_log')
    .values({
      at: new Date(now),
      admin_id: admin.id,
      admin: admin.name,
      action: actionOf(endpoint),
      target,
      summary: typeof message === 'string' ? message : endpoint.summary,
      details: [name, details].filter(Boolean).join('; '),
      fields: changedFields(asFacts(body), answer),
    })
    .execute()
}
