// fairslot new-event [--yes]: replaces the sample event with your own.
import { parseArgs } from 'node:util'
import { changePassword } from '../../contract/admin/accounts.ts'
import { deleteSample as deleteSampleCall, type KeptSample } from '../../contract/admin/go-live.ts'
import { eventSettings } from '../../contract/admin/event-settings.ts'
import { email, line } from '../../contract/field.ts'
import { makeClock, type Clock } from '../clock.ts'
import type { CommandContext } from '../command-context.ts'
import { inTransaction, type Db } from '../database/transaction.ts'
import { commandLine, type Env } from '../env.ts'
import { passwordRefusal, writePassword } from '../features/admins/passwords/commands.ts'
import { deleteSample } from '../features/go-live/commands.ts'
import { findFirstAdmin, findGoLive } from '../features/go-live/queries.ts'
import { endAllSessions } from '../features/sessions/commands.ts'
import { writeSection } from '../features/settings/commands.ts'
import { readSection } from '../features/settings/queries.ts'
import { MACHINE, recordWrite } from '../http/audit.ts'
import { postMail } from '../outbox/post-mail.ts'
import { openAsk, type Ask } from './ask.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `${commandLine('new-event')}
  counts what is left of the sample event, deletes it after the word "delete", and asks for the
  event's name, its contact address and the first administrator's password
    --yes   deletes without asking for the word`

const WORDS = ['delete', '삭제']

const say = (text = '') => console.log(text)
const many = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

function sayKept({ places, dates }: KeptSample) {
  if (places.length + dates.length === 0) return
  say('Kept, because a real reservation needs it:')
  for (const { kind, name, reservations } of places)
    say(`  ${kind} ${name}: ${many(reservations, 'reservation')}`)
  for (const { date, reservations, slots } of dates)
    say(
      `  date ${date}: ${many(reservations, 'reservation')}, ${many(slots, 'time')} of docents and rooms of your own`,
    )
}

async function endSample(
  { db, ...context }: CommandContext,
  ask: Ask,
  isAgreed: boolean,
  clock: Clock,
): Promise<string | undefined> {
  const { sample, kept } = await findGoLive(db, clock())
  const { names, ...counts } = sample
  if (Object.values(counts).every((count) => count === 0)) {
    say('Nothing of the sample event is left to delete.')
    sayKept(kept)
    return undefined
  }
  const { members, docents, rooms, dates, slots, reservations } = counts
  say(
    `The sample event: ${many(members, 'member')}, ${many(docents, 'docent')}, ${many(rooms, 'room')}, ${many(dates, 'date')}, ${many(slots, 'time')}, ${many(reservations, 'reservation')}.`,
  )
  for (const [what, list] of Object.entries(names)) if (list.length > 0) say(`  ${what}: ${list.join(', ')}`)
  sayKept(kept)
  const word = isAgreed ? WORDS[0] : await ask.line('Type "delete" to delete it: ')
  if (!WORDS.includes(word ?? '')) return 'Nothing was deleted.'
  await inTransaction(db, async (tx) => {
    const now = clock()
    const done = await deleteSample({ ...context, db: tx }, MACHINE, now)
    const answer = { message: '견본 데이터가 삭제되었습니다.', ...done.deleted }
    await recordWrite(tx, deleteSampleCall, { admin: MACHINE }, answer, now)
  })
  say('The sample event was deleted.')
  return undefined
}

/** Repeats until the answer is valid; an empty one keeps the present value. */
async function askFor(
  ask: () => Promise<string | null>,
  problemOf: (text: string) => string | undefined | Promise<string | undefined>,
) {
  for (;;) {
    const text = await ask()
    if (!text) return undefined
    const problem = await problemOf(text)
    if (problem === undefined) return text
    say(`  ${problem}`)
  }
}

/** As the form's field reads it. */
async function askField(ask: Ask, name: string, present: string, field: typeof email, problem: string) {
  const problemOf = (text: string) => (field.safeParse(text).success ? undefined : problem)
  const text = await askFor(() => ask.line(`${name} [${present}]: `), problemOf)
  return text && field.parse(text)
}

async function nameEvent(db: Db, ask: Ask, clock: Clock) {
  const stored = await readSection(db, eventSettings)
  const event_name = await askField(
    ask,
    'Name of the event',
    stored.event_name,
    line(''),
    'At most 100 characters on one line.',
  )
  const contact_email = await askField(
    ask,
    'Contact address',
    stored.contact_email,
    email,
    'That is no e-mail address.',
  )
  if (event_name === undefined && contact_email === undefined) return
  await inTransaction(db, async (tx) => {
    const latest = await readSection(tx, eventSettings)
    const wanted = {
      ...latest,
      event_name: event_name ?? latest.event_name,
      contact_email: contact_email ?? latest.contact_email,
    }
    await writeSection(tx, eventSettings, wanted, clock())
    const written = { admin: MACHINE, body: wanted }
    await recordWrite(tx, eventSettings.change, written, { message: '설정이 저장되었습니다.' }, clock())
  })
}

async function setPassword(db: Db, ask: Ask, clock: Clock) {
  const admin = await findFirstAdmin(db)
  if (!admin) return
  const state = admin.password_is_printed ? ', which is still the printed one' : ''
  const password = await askFor(
    () => ask.secret(`New password of ${admin.name}${state} [keep]: `),
    (text) => passwordRefusal(db, text, admin.name),
  )
  if (password === undefined) return
  await inTransaction(db, async (tx) => {
    await writePassword(tx, admin.id, password)
    await endAllSessions(tx, { admin_id: admin.id })
    await recordWrite(
      tx,
      changePassword,
      { admin: MACHINE },
      { message: '비밀번호가 변경되었습니다.' },
      clock(),
    )
  })
  say(`The password of ${admin.name} is changed, and its sessions have ended.`)
}

async function newEvent(db: Db, env: Env, isAgreed: boolean) {
  const clock = makeClock(env.clock_start)
  const ask = openAsk()
  try {
    const problem = await endSample({ db, postMail, publicUrl: env.public_url }, ask, isAgreed, clock)
    if (problem !== undefined) return problem
    // With --yes there may be no terminal.
    if (!isAgreed || process.stdin.isTTY) {
      await nameEvent(db, ask, clock)
      await setPassword(db, ask, clock)
    }
    say(`${commandLine('doctor')} checks the settings of the service.`)
    return undefined
  } finally {
    ask.close()
  }
}

function readArguments() {
  try {
    return parseArgs({ options: { yes: { type: 'boolean', default: false } } }).values
  } catch {
    return undefined
  }
}

const asked = readArguments()
if (asked) await withDatabase((db, env) => newEvent(db, env, asked.yes))
else {
  console.error(USAGE)
  process.exitCode = 1
}
