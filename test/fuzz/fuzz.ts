import type { LightMyRequestResponse } from 'fastify'
import { fillSampleEvent } from '../../server/sample-event/sample-event.ts'
import { startTestApp, withTexts, type TestApp } from '../app.ts'
import { makeAdmin } from '../make.ts'
import { CALLERS, mayCall, signIn, type Caller } from './callers.ts'
import { makeFollow, readOperations, type ApiDocument, type Operation } from './document.ts'
import { makeInputs } from './input.ts'
import { makeJudge, type Answer } from './judge.ts'
import { makeKnown } from './known.ts'
import { makeRandom } from './random.ts'

/** They leave little to try the other calls on. */
const ENDS_MUCH = /\/(closing\/(erasure|next-event)|sample|my-erasure|logout|sessions)\//
/** While there is something to decide and to book: the rounds soon delete it. */
const EARLY =
  /^\/api\/(admin\/reserv|user\/(reserve-|waitlist|cancel-reservation|meeting-|my-reservations|schedule))/

/** In minutes: the next call, a tour later, in the afternoon, on the next day, after the event. */
const PAUSES = [1, 20, 20, 240, 1_200, 3_000]

const shareOf = ({ method, path }: Operation) => (ENDS_MUCH.test(path) ? 0.15 : method === 'GET' ? 0.4 : 1)

export type Season = {
  calls: number
  succeeded: Map<string, number>
  /** The first call with each fault. */
  faults: Map<string, string>
  operations: Operation[]
}

/** Calls every operation in rounds, as every caller, on a sample event of its own. The same calls for the same seed. */
export async function playSeason(seed: number, rounds: number): Promise<Season> {
  const app = await startTestApp()
  try {
    await fillSampleEvent(app.db, 'http://localhost', app.now())
    const season = await play(app, seed, rounds)
    for (const { what, id } of await findHalfWritten(app)) season.faults.set(what, `reservation ${id}`)
    const { statusCode } = await app.server.inject('/readyz')
    if (statusCode !== 200) season.faults.set('the server is not ready', String(statusCode))
    return season
  } finally {
    await app.stop()
  }
}

let read: { text: string; document: ApiDocument; faultOf: ReturnType<typeof makeJudge> } | undefined

/** Once for all seasons: to compile the schemas takes as long as hundreds of calls. */
function readDocument(text: string) {
  if (read?.text === text) return read
  const document = JSON.parse(text) as ApiDocument
  return (read = { text, document, faultOf: makeJudge(document) })
}

async function findHalfWritten({ pool }: TestApp) {
  const { rows } = await pool.query<{ what: string; id: number }>(`
    select 'holds too few or too many slots' as what, r.id from reservations r
      where r.status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED')
      and (select count(*) from slots s where s.reservation_id = r.id)
        <> (select count(*) from reservation_slots t where t.reservation_id = r.id)
    union all
    select 'has no history', r.id from reservations r
      where not exists (select from reservation_history h where h.reservation_id = r.id)
    union all
    select 'has a status without history', r.id from reservations r
      where not exists (select from reservation_history h where h.reservation_id = r.id and h.to_status = r.status)`)
  return rows
}

async function play(app: TestApp, seed: number, rounds: number): Promise<Season> {
  const { document, faultOf } = readDocument((await app.server.inject('/api/openapi.json')).body)
  const operations = readOperations(document)
  const random = makeRandom(seed)
  const known = makeKnown(random)
  const inputFor = makeInputs(random, known, makeFollow(document))
  const headers = new Map<Caller, Record<string, string>>()
  for (const caller of CALLERS) headers.set(caller, await signIn(app, caller))
  const season: Season = { calls: 0, succeeded: new Map(), faults: new Map(), operations }

  const callerFor = (operation: Operation): Caller => {
    const fit = CALLERS.filter((caller) => mayCall(caller, operation))
    if (random.chance(0.08)) return random.oneOf(CALLERS)
    return fit.includes('owner') && random.chance(0.8) ? 'owner' : random.oneOf(fit)
  }

  async function call(operation: Operation) {
    const caller = callerFor(operation)
    const { url, payload } = inputFor(operation, caller)
    const given = {
      ...headers.get(caller),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(random.chance(0.2) && { 'idempotency-key': `key ${random.upTo(500)}` }),
      ...(random.chance(0.02) && { 'content-type': random.oneOf(['text/plain', 'application/xml']) }),
      ...(random.chance(0.02) && { 'x-csrftoken': 'no' }),
      ...(random.chance(0.01) && { authorization: 'Bearer fsl_no' }),
      ...(random.chance(0.01) && { origin: 'https://elsewhere.example' }),
    }
    const answer = await ask(app, operation, url, given, payload)
    season.calls += 1
    const isDone = answer.statusCode < 300
    const fault =
      faultOf(operation, answer) ?? (isDone && !mayCall(caller, operation) ? `open to ${caller}` : undefined)
    if (fault && !season.faults.has(`${fault} ${operation.operationId}`))
      season.faults.set(
        `${fault} ${operation.operationId}`,
        `${caller}: ${operation.method} ${url} ${(payload ?? '').slice(0, 2_000)} answers ` +
          `${answer.statusCode} ${answer.body.slice(0, 500)} (call ${season.calls} of seed ${seed})`,
      )
    if (isDone) {
      const { operationId } = operation
      season.succeeded.set(operationId, (season.succeeded.get(operationId) ?? 0) + 1)
      if (String(answer.headers['content-type']).startsWith('application/json'))
        known.note(operation.path, JSON.parse(answer.body), caller)
    }
    const isOut = answer.statusCode === 401 || answer.body.includes('"confirmation_required"')
    if (isOut && mayCall(caller, operation) && operation.security.length > 0)
      headers.set(caller, await signIn(app, caller))
  }

  let lastMail = 0
  /** As people who read their mail. */
  async function readMails() {
    const mails = await app.db
      .selectFrom('mails')
      .selectAll()
      .where('id', '>', lastMail)
      .orderBy('id')
      .execute()
    lastMail = mails.at(-1)?.id ?? lastMail
    for (const mail of mails.map(withTexts)) {
      const code = /\b[A-Z0-9]{6}\b/.exec(mail.text)?.[0]
      if (code)
        known.note('/mail', { email: mail.to_address, code, token: code, verificationCode: code }, 'member')
    }
  }

  const { name, password } = await makeAdmin(app)
  known.note('/administrator', { name, password, current_password: password }, 'owner')
  const reads = operations.filter(({ method }) => method === 'GET')
  const early = operations.filter(({ path }) => EARLY.test(path))
  for (const operation of reads) await call(operation)
  for (let round = 0; round < rounds; round += 1) {
    for (const operation of early) await call(operation)
    await readMails()
    app.passMinutes(1)
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const operation of operations) if (random.chance(shareOf(operation))) await call(operation)
    await readMails()
    app.passMinutes(random.oneOf(PAUSES))
  }
  return season
}

async function ask(
  { server }: TestApp,
  { method }: Operation,
  url: string,
  headers: Record<string, string>,
  payload: string | undefined,
): Promise<Answer> {
  const answer: LightMyRequestResponse = await server.inject({
    method,
    url,
    headers,
    ...(payload !== undefined && { payload }),
    payloadAsStream: true,
  })
  const stream = answer.stream()
  const chunks: Buffer[] = []
  // A stream of events does not end by itself.
  if (String(answer.headers['content-type']).startsWith('text/event-stream')) stream.destroy()
  else for await (const chunk of stream) chunks.push(chunk as Buffer)
  return { statusCode: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).toString() }
}
