import { mayAct } from '../../domain/role.ts'
import type { Call, Ending, Session, Violation } from '../history.ts'

const isEnded = ({ only, but }: Ending, { id }: Session) => (only === undefined ? id !== but : id === only)

/** A write that was sent after the end of its session was answered. Reads may be some milliseconds behind. */
function checkSessions(calls: readonly Call[]): Violation[] {
  const endings = Map.groupBy(
    calls.filter(({ ends, outcome }) => ends && outcome === 'ok'),
    ({ ends }) => ends!.actor,
  )
  return calls
    .filter(({ session, outcome, action }) => session && outcome === 'ok' && !action.startsWith('GET '))
    .flatMap((call) => {
      const { session, actor, begin, action } = call as Call & { session: Session }
      const ending = endings
        .get(actor)
        ?.find((each) => session.since < each.begin && each.end < begin && isEnded(each.ends!, session))
      return ending
        ? [{ law: 'an ended session does nothing', text: `${actor}: ${action} after ${ending.action}` }]
        : []
    })
}

function checkRoles(calls: readonly Call[]): Violation[] {
  return calls.flatMap(({ actor, action, role, least, outcome, code }) => {
    if (!role || !least) return []
    const text = `${actor}, ${role}: ${action}`
    if (outcome === 'ok' && !mayAct(role, least)) return [{ law: 'a role does only what it may', text }]
    const isRefused = code === 'role_required' && mayAct(role, least)
    return isRefused ? [{ law: 'a role is let do what it may', text }] : []
  })
}

export const checkAccess = (calls: readonly Call[]): Violation[] => [
  ...checkSessions(calls),
  ...checkRoles(calls),
]
