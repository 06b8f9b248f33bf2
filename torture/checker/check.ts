import { marksIn, type Call, type Evidence, type Violation } from '../history.ts'
import { checkAccess } from './access.ts'
import { checkAudit } from './audit.ts'
import { checkBookings, checkReads, checkRepeats, checkTraces } from './bookings.ts'
import { checkDoings, checkTransitions, checkVersions } from './histories.ts'
import { checkHoldings, checkHolders, checkSlots } from './holders.ts'
import { checkArrivals, checkLineMails, checkOwedMails } from './mails.ts'
import { checkPresence } from './presence.ts'
import { checkLeftOver, checkOrder } from './turns.ts'
import { checkLeaving, checkLines, checkServed } from './waits.ts'
import { wishesOf } from './wishes.ts'

/** All violations: contradictions between answers, database and mails. */
export function check(calls: readonly Call[], evidence: Evidence): Violation[] {
  const wishes = wishesOf(calls)
  return [
    ...checkHolders(evidence),
    ...checkSlots(evidence),
    ...checkHoldings(wishes, evidence),
    ...checkBookings(wishes, evidence),
    ...checkReads(calls),
    ...checkTraces(wishes, evidence, marksIn),
    ...checkRepeats(wishes),
    ...checkTransitions(wishes, evidence),
    ...checkVersions(evidence),
    ...checkDoings(wishes, evidence),
    ...checkLines(wishes, evidence),
    ...checkLeaving(wishes, evidence),
    ...checkServed(wishes, evidence),
    ...checkLeftOver(wishes, evidence),
    ...checkOrder(wishes, evidence),
    ...checkPresence(wishes, evidence),
    ...checkOwedMails(evidence),
    ...checkLineMails(wishes, evidence),
    ...checkArrivals(evidence),
    ...checkAudit(wishes, evidence),
    ...checkAccess(calls),
  ]
}
