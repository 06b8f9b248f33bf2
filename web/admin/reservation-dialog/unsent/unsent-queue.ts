import { getMyAdmin } from '../../../../contract/admin/accounts.ts'
import { onForget } from '../../../api/session.ts'
import { queryClient } from '../../../api/reads/use-read.ts'
import { startTiming } from '../../../browser/clock.ts'
import { adminToast, pauseToasts, resumeToasts } from '../../../ui/toast.ts'
import { beforeSignOut } from '../../components/sign-out-tasks.ts'
import { sendDecisions } from './send-decisions.ts'
import {
  changeUnsent,
  forgetReasons,
  keepReason,
  unsentState,
  type Decided,
  type Result,
  type Unsent,
} from './unsent.ts'
import { sendingsOf, splitDue, takenBackText, TAKE_BACK_MS } from './unsent-rules.ts'

/** Whether decisions are kept for a moment: unless the administrator's account says that they are not. */
const isDelayed = () =>
  queryClient.getQueryData<{ decision_delay: boolean }>([getMyAdmin.path, {}])?.decision_delay ?? true

/**
 * Makes a decision: it is kept for five seconds, in which it can be taken back, and then sent; or sent at once. `kept`
 * says which; `result` is null for one that was taken back, and is refused with what the call was refused with. One that
 * is decided already is not decided again.
 */
export function make(decided: Decided): { kept: boolean; result: Promise<Result | null> } {
  keepReason(decided)
  const ids = decided.about.map(({ id }) => id)
  // A second press can be faster than the mark of the first one.
  if (!decided.isMany && unsentState().doing.has(decided.about[0].id))
    return { kept: true, result: Promise.resolve(null) }
  const failures = new Map([...unsentState().failures].filter(([id]) => !ids.includes(id)))
  changeUnsent({ failures })
  if (!isDelayed()) return { kept: false, result: sendNow(decided) }
  const result = new Promise<Result | null>((settled) => {
    const unsent = { ...decided, due: startTiming() + TAKE_BACK_MS, settled }
    const { waiting, doing } = unsentState()
    const marks = ids.map((id) => [id, { action: decided.action, isSent: false }] as const)
    changeUnsent({ waiting: [...waiting, unsent], doing: new Map([...doing, ...marks]) })
  })
  wait()
  return { kept: true, result }
}

/** Sends a decision that is not kept; throws what the call threw. */
async function sendNow(decided: Decided): Promise<Result> {
  const unsent = { ...decided, due: 0, settled: () => {} }
  return sendDecisions({ of: [unsent], outlives: true }, { isTold: true })
}

let timer: ReturnType<typeof setTimeout> | undefined

function wait() {
  clearTimeout(timer)
  const [first] = unsentState().waiting
  if (first) timer = setTimeout(sendDue, first.due - startTiming())
}

function sendDue() {
  const [due, later] = splitDue(unsentState().waiting, startTiming())
  void sendAway(due, later)
  wait()
}

async function sendAway(decisions: readonly Unsent[], later: readonly Unsent[] = []): Promise<void> {
  changeUnsent({ waiting: later })
  await Promise.all(sendingsOf(decisions).map((sending) => sendDecisions(sending).catch(() => {})))
}

/** Sends everything that is kept, at once. */
export function sendAll(): Promise<void> {
  clearTimeout(timer)
  return sendAway(unsentState().waiting)
}

/** Takes the latest decision back: nobody has heard of it. */
export function takeBack(): void {
  const { waiting, doing } = unsentState()
  const latest = waiting.at(-1)
  if (!latest) return
  const ids = latest.about.map(({ id }) => id)
  changeUnsent({
    waiting: waiting.slice(0, -1),
    doing: new Map([...doing].filter(([id]) => !ids.includes(id))),
  })
  latest.settled(null)
  wait()
  adminToast.success(takenBackText(latest))
  // After the screen shows it as it was.
  queueMicrotask(() => document.querySelector<HTMLElement>(`[data-reservation="${ids[0]}"]`)?.focus())
}

// A page that is not seen has slow timers, and may never be seen again; what went wrong is read when it is.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) return resumeToasts()
  pauseToasts()
  void sendAll()
})
addEventListener('pagehide', () => void sendAll())
// An older browser ends all calls with their page: whoever leaves is asked, and the decisions go meanwhile.
addEventListener('beforeunload', (event) => {
  if ('keepalive' in Request.prototype || unsentState().doing.size === 0) return
  void sendAll()
  event.preventDefault()
})
beforeSignOut(async () => {
  await sendAll()
  forgetReasons()
})

// Notes about one administrator's decisions are nothing for the next one; what cannot be sent any more is said after.
onForget(() => changeUnsent({ failures: new Map() }))
