import type { Endpoint } from '../contract/endpoint.ts'
import type { Role } from '../domain/role.ts'
import type { Call, Ending, Session } from './history.ts'
import type { Stand } from './stand.ts'

const TIMEOUT = 15_000

/** A session and its name in histories. */
export type Caller = {
  by: 'member' | 'admin'
  name: string
  cookie: string
  csrf: string
  member_id?: number
  admin_id?: number
  role?: Role
  session?: Session
}

/** A call to send, with its purpose. */
export type Wanted = {
  kind: string
  endpoint: Endpoint
  params?: Record<string, number>
  query?: Record<string, string | number>
  body?: unknown
  does?: string
  on?: number[]
  member_id?: number
  entry_id?: number
  ends?: Ending
}

type Sent = { wanted: Wanted; wish: string; caller: Caller; key: string | null; pick: number }
type Answered = Pick<Call, 'outcome' | 'status' | 'code'> & { text?: string; cookies?: string[] }

/** Sends calls and records their history. */
export function makeClient(stand: Stand) {
  const calls: Call[] = []

  async function send({ wanted, wish, caller, key, pick }: Sent): Promise<Call & { cookies: string[] }> {
    const { endpoint, kind, body, on = [] } = wanted
    const begin = performance.now()
    const { text, cookies = [], ...answered } = await transmit(stand, wanted, caller, key, pick)
    const call: Call = {
      wish,
      kind,
      by: caller.by,
      actor: caller.name,
      begin,
      end: performance.now(),
      ...answered,
      key: key && `${caller.name} ${key}`,
      body: JSON.stringify(body ?? null),
      action: `${endpoint.method} ${endpoint.path}`,
      on,
      ...(wanted.does !== undefined && { does: wanted.does }),
      ...(wanted.member_id !== undefined && { member_id: wanted.member_id }),
      ...(wanted.entry_id !== undefined && { entry_id: wanted.entry_id }),
      ...(wanted.ends && { ends: wanted.ends }),
      ...(caller.session && { session: caller.session }),
      ...(caller.role && endpoint.role && { role: caller.role, least: endpoint.role }),
      ...(answered.outcome === 'ok' && { answer: text! }),
    }
    const target = call.outcome === 'ok' ? targetOf(wanted, text!) : undefined
    if (target !== undefined) call.target = target
    calls.push(call)
    return { ...call, cookies }
  }
  return { calls, send }
}
export type Client = ReturnType<typeof makeClient>

export function sessionOf(cookies: readonly string[]): { cookie: string; csrf: string } {
  const pairs = cookies.map((cookie) => cookie.split(';')[0]!)
  const csrf = pairs.find((pair) => pair.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? ''
  return { cookie: pairs.join('; '), csrf }
}

/** The target in the audit log. */
function targetOf({ endpoint, params }: Wanted, text: string): string | undefined {
  const noun = endpoint.audit?.target
  if (!noun) return undefined
  const answer = JSON.parse(text) as Record<string, { id?: number } | undefined>
  return `${noun} ${params?.['id'] ?? answer[noun]?.id}`
}

function addressOf({ endpoint, params = {}, query = {} }: Wanted): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return asked.size > 0 ? `${path}?${String(asked)}` : path
}

/** Tries another server only if nothing was sent to the first. */
async function transmit(
  stand: Stand,
  wanted: Wanted,
  { cookie, csrf }: Caller,
  key: string | null,
  pick: number,
): Promise<Answered> {
  const urls = stand.servers.urls()
  const first = Math.floor(pick * urls.length)
  const { body, endpoint } = wanted
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      cookie,
      'x-csrftoken': csrf,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== null && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  for (const url of [...urls.slice(first), ...urls.slice(0, first)]) {
    const answered = await attempt(url + addressOf(wanted), init)
    if (answered) return answered
  }
  return { outcome: 'refused', status: null, code: 'nobody listens' }
}

async function attempt(address: string, init: RequestInit): Promise<Answered | undefined> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT) })
    const text = await response.text()
    const { status } = response
    if (response.ok) return { outcome: 'ok', status, text, cookies: response.headers.getSetCookie() }
    return { outcome: status >= 500 ? 'unknown' : 'refused', status, code: codeIn(text) }
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } }
    if (cause?.code === 'ECONNREFUSED') return undefined
    return { outcome: 'unknown', status: null, code: cause?.code ?? name }
  }
}

const codeIn = (text: string): string => {
  try {
    return (JSON.parse(text) as { code: string }).code
  } catch {
    return 'no JSON'
  }
}
