import { decideReservations } from '../../../../contract/admin/bulk-decisions.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { ApiError, call } from '../../../api/client.ts'
import { newKey } from '../../../api/writes/idempotency-key.ts'
import { adminToast, currentToasts, dismissToast } from '../../../ui/toast.ts'
import { onceSignedIn } from '../../components/known-admin.ts'
import { DECISION_TEXT, failureText } from '../decisions.ts'
import { showReservation } from '../reservation-cache.ts'
import { hideDecided } from './hide-decided.ts'
import { refreshSoon } from './refresh-soon.ts'
import {
  changeUnsent,
  forgetReason,
  unsentState,
  type ManyAction,
  type Result,
  type Unsent,
} from './unsent.ts'
import { subjectOf, type Sending } from './unsent-rules.ts'

const isSessionOver = (failure: unknown) => failure instanceof ApiError && failure.status === 401

/** A session can end while a decision is kept; the login is there then, and has to say what was not done. */
const reasonOf = (failure: unknown) =>
  isSessionOver(failure)
    ? '로그인이 만료되어 처리되지 않았습니다. 다시 로그인한 뒤 처리해주세요.'
    : failureText(failure)

const aboutOf = (of: readonly Unsent[]) => of.flatMap(({ about }) => about)

/**
 * Sends decisions that go in one call, shows what has become of each reservation and says what was not done; with
 * `isTold` also what was. Throws what the call threw.
 */
export async function sendDecisions({ of, outlives }: Sending, { isTold = false } = {}): Promise<Result> {
  const about = aboutOf(of)
  const { action } = of[0]!
  mark(about, { action, isSent: true })
  try {
    const result = await send(of, outlives)
    await hideDecided(result.results.filter(({ done }) => done).map(({ id }) => id))
    sayFailures(of, result)
    if (isTold && result.failed === 0) sayDone(of, result)
    for (const each of of) {
      forgetReason(each)
      each.settled(result)
    }
    return result
  } catch (failure) {
    note(about.map(({ id }) => [id, reasonOf(failure)]))
    const whom = about.length > 1 ? `${about.length}건` : subjectOf(about[0]!)
    const text = `${whom} ${DECISION_TEXT[action]}에 실패했습니다. ${reasonOf(failure)}`
    sayFailure(text)
    // The login takes all failures away that it finds; this one is told to whoever goes on.
    if (isSessionOver(failure)) onceSignedIn(() => adminToast.error(text))
    for (const each of of) each.settled(null)
    throw failure
  } finally {
    mark(about, undefined)
    refreshSoon()
  }
}

async function send(of: readonly Unsent[], outlives: boolean): Promise<Result> {
  const [{ action, words, isMany, about }] = of as readonly [Unsent]
  if (isMany || of.length > 1) {
    const ids = aboutOf(of).map(({ id }) => id)
    const body = { ...words, action: action as ManyAction, reservation_ids: ids }
    return call(decideReservations, { body }, { idempotencyKey: keyOf(body, of), outlives })
  }
  const { id, type } = about[0]
  const body = { ...words, type, action }
  const decided = await call(
    actOnReservation,
    { params: { id: String(id) }, body },
    { idempotencyKey: keyOf(body, of), outlives },
  )
  await showReservation(decided.reservation)
  return { message: decided.message, done: 1, failed: 0, results: [{ id, done: true, error: null }] }
}

const keys = new Map<string, string>()

/**
 * The key of a decision, which is the same when it is made again about the same state of the same reservations: an
 * answer may have been lost after it was done.
 */
function keyOf(body: object, of: readonly Unsent[]): string {
  const decided = JSON.stringify([body, aboutOf(of).map(({ id, updated_at }) => [id, updated_at])])
  const key = keys.get(decided) ?? newKey()
  keys.set(decided, key)
  return key
}

function mark(
  about: readonly { id: number }[],
  doing: { action: Unsent['action']; isSent: boolean } | undefined,
) {
  const marks = new Map(unsentState().doing)
  for (const { id } of about)
    if (doing) marks.set(id, doing)
    else marks.delete(id)
  changeUnsent({ doing: marks })
}

const note = (failures: readonly (readonly [number, string])[]) =>
  changeUnsent({ failures: new Map([...unsentState().failures, ...failures]) })

/** Says which were refused; those of a decision about many are listed by the screen that it was made on. */
function sayFailures(of: readonly Unsent[], { results, failed }: Result) {
  if (failed === 0) return
  note(results.flatMap(({ id, error }) => (error === null ? [] : [[id, error] as const])))
  if (of[0]!.isMany) return
  for (const { id, error } of results) {
    const reservation = aboutOf(of).find((each) => each.id === id)
    if (error !== null && reservation)
      sayFailure(`${subjectOf(reservation)} ${DECISION_TEXT[of[0]!.action]}에 실패했습니다. ${error}`)
  }
}

const FAILURES_MAX = 3

/** Says a failure. Only the latest few stay: where a colleague was faster with a whole list, they would fill the screen. */
function sayFailure(text: string) {
  adminToast.error(text)
  const failures = currentToasts().filter(({ tone }) => tone === 'error')
  for (const { id } of failures.slice(0, -FAILURES_MAX)) dismissToast(id)
}

let lastSaid: number | undefined

/** Says what was done. Only the latest stays: a fast hand would fill the screen. */
function sayDone(of: readonly Unsent[], { message }: Result) {
  if (lastSaid !== undefined) dismissToast(lastSaid)
  const [{ isMany, about }] = of as readonly [Unsent]
  lastSaid = adminToast.success(isMany ? message : `${subjectOf(about[0])} ${message}`)
}
