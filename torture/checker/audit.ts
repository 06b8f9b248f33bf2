import type { AuditRow, Evidence, Violation } from '../history.ts'
import { answerOf, type Wish } from './wishes.ts'

const LAW = { missing: 'the audit log has what was done', unasked: 'the audit log has nothing else' }

const nameOf = ({ admin, action, target, summary }: AuditRow) =>
  [`${admin}: ${action}`, target, summary].filter(Boolean).join(', ')

/** The audit entry that an answered write must leave. */
function entryOf({ first, calls }: Wish): AuditRow {
  const done = calls.find(({ outcome }) => outcome === 'ok')!
  // A login is logged in Korean but answered in English.
  const message = first.kind === 'login' ? '로그인했습니다.' : answerOf(done).message
  return { admin: first.actor, action: first.action, target: done.target ?? null, summary: message ?? '' }
}

/** Answered writes and audit entries match one to one; unanswered writes may have an entry. */
export function checkAudit(wishes: ReadonlyMap<string, Wish>, { audit }: Evidence): Violation[] {
  const writes = [...wishes.values()].filter(
    ({ first }) => first.by === 'admin' && !first.action.startsWith('GET '),
  )
  const left = new Map<string, AuditRow[]>(Map.groupBy(audit, nameOf))
  const missing = writes
    .filter(({ outcome }) => outcome === 'ok')
    .map((wish) => nameOf(entryOf(wish)))
    .filter((name) => left.get(name)?.pop() === undefined)
  const open = writes.filter(({ outcome }) => outcome === 'unknown').map(({ first }) => first)
  const unasked = [...left.values()].flat().filter((row) => {
    const at = open.findIndex(({ actor, action }) => actor === row.admin && action === row.action)
    if (at >= 0) open.splice(at, 1)
    return at < 0
  })
  return [
    ...missing.map((text) => ({ law: LAW.missing, text })),
    ...unasked.map((row) => ({ law: LAW.unasked, text: nameOf(row) })),
  ]
}
