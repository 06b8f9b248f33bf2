import type { Evidence, HistoryRow, Violation } from '../history.ts'
import { goneMembers } from './waits.ts'
import { historiesOf, type Wish } from './wishes.ts'

/** Mails required by a change; edits, feedback and `complete` by an administrator need none. */
const OWED: Readonly<Record<string, string>> = {
  approve: 'approved',
  reject: 'rejected',
  cancel: 'cancelled',
  approve_cancellation: 'cancellation_approved',
  reject_cancellation: 'cancellation_refused',
  request_cancellation: 'cancellation_received',
  end_early: 'ended_early',
  move: 'moved',
}
const COUNTED_ON = ['APPROVED', 'CANCEL_REQUESTED']

/** `maybe` for erased histories. */
function owedBy(row: HistoryRow): string | undefined {
  if (row.action === 'create') return row.to_status === 'APPROVED' ? 'approved' : 'request_received'
  if (row.action !== 'edit_place') return OWED[row.action]
  if (!COUNTED_ON.includes(row.to_status)) return undefined
  return row.changes === null ? 'maybe' : 'place_changed'
}

/** Reservation and version in a Message-ID. */
const factOf = (message_id: string) => {
  const [, id, version] = /^<reservation-(\d+)-\w+\.(\d+)\./.exec(message_id) ?? []
  return `${id} version ${version}`
}

const LINE_ENDED = 'waitlist_ended'
/** Ends that neither the member nor a reservation brought about. */
const TOLD_ENDS: readonly (string | null)[] = ['time_deleted', 'removed', 'expired']
/** Of something else than a change of a reservation. */
const OTHERS: readonly string[] = [LINE_ENDED, 'new_device', 'undecided', 'waitlist_joined', 'waitlist_moved']

/** Required mails exist, and no others. */
export function checkOwedMails(evidence: Evidence): Violation[] {
  const histories = historiesOf(evidence)
  const told = evidence.mails.filter(({ kind }) => !OTHERS.includes(kind))
  const found = new Map(told.map((mail) => [`${mail.kind} of ${factOf(mail.message_id)}`, mail]))
  const twice = told.length - found.size
  const missing: Violation[] = []
  for (const reservation of evidence.reservations)
    for (const [i, row] of (histories.get(reservation.id) ?? []).entries()) {
      const fact = `${reservation.id} version ${i + 1}`
      const owed = owedBy(row)
      if (owed === 'maybe') found.delete(`place_changed of ${fact}`)
      else if (owed !== undefined && !found.delete(`${owed} of ${fact}`))
        missing.push({ law: 'a change that owes a mail has one', text: `${owed} of ${fact}` })
    }
  const unasked = [...found].map(([text]) => ({ law: 'no mail tells what has not happened', text }))
  const repeated = { law: 'a change is mailed once', text: `${twice} of ${told.length} mails` }
  return [...missing, ...unasked, ...(twice > 0 ? [repeated] : [])]
}

/** Entries that ended without success have a mail, others none; deleted members lose theirs. */
export function checkLineMails(
  wishes: ReadonlyMap<string, Wish>,
  { mails, waits }: Pick<Evidence, 'mails' | 'waits'>,
): Violation[] {
  const told = mails
    .filter(({ kind }) => kind === LINE_ENDED)
    .map(({ message_id }) => Number(/^<waitlist-(\d+)-/.exec(message_id)?.[1]))
  const byId = new Map(waits.map((wait) => [wait.id, wait]))
  const missing = waits.filter(({ id, outcome }) => TOLD_ENDS.includes(outcome) && !told.includes(id))
  const mayBeErased = goneMembers(wishes).size > 0
  const unasked = told.filter((id, i) => {
    const outcome = byId.get(id)?.outcome ?? null
    return told.indexOf(id) !== i || (!TOLD_ENDS.includes(outcome) && !(mayBeErased && !byId.has(id)))
  })
  return [
    ...missing.map(({ id }) => ({ law: 'a change that owes a mail has one', text: `end of wait ${id}` })),
    ...unasked.map((id) => ({ law: 'no mail tells what has not happened', text: `end of wait ${id}` })),
  ]
}

/** Each mail arrives at its address, twice only after a fault. */
export function checkArrivals({ mails, arrived, had_faults }: Evidence): Violation[] {
  const known = new Map(mails.map((mail) => [mail.message_id, mail]))
  const byId = Map.groupBy(arrived, ({ id }) => id)
  const late = mails.filter(({ message_id, status }) => status !== 'sent' || !byId.has(message_id))
  const strange = arrived.filter(({ id, to }) => {
    const mail = known.get(id)
    // Mails of deleted members have no address.
    return !mail || (mail.to_address !== '' && mail.to_address !== to)
  })
  const twice = [...byId].filter(([, these]) => these.length > 1 && !had_faults)
  return [
    ...late.map(({ message_id, status }) => ({
      law: 'each mail arrives',
      text: `${message_id} is ${status}`,
    })),
    ...strange.map(({ id, to }) => ({ law: 'no mail arrives that was not posted', text: `${id} at ${to}` })),
    ...twice.map(([id]) => ({ law: 'a mail arrives twice only after a fault', text: id })),
  ]
}
