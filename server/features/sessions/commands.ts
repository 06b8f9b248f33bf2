import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { SESSIONS_LINK_TEXT } from '../../../contract/sessions.ts'
import type { Member } from '../../../contract/member.ts'
import { deviceName } from '../../../domain/device-name.ts'
import { HOUR, type Instant } from '../../../domain/madrid-time.ts'
import { nameKey } from '../../../domain/search-key.ts'
import type { CommandContext } from '../../command-context.ts'
import { inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { rememberDevice } from '../../http/known-devices.ts'
import { isMailedToken, makeMailedToken } from '../../http/mailed-token.ts'
import { beginSession, endSession, isOf, type Account, hashOf } from '../../http/session.ts'
import { sessionToken } from '../../http/gates.ts'
import { getSettings } from '../settings/queries.ts'
import { revokeMemberFeed } from '../calendar-feeds/commands.ts'
import { forgetDeviceOf } from '../pushes/commands.ts'

const LINK_VALID_DAYS = 7
const LINK_LASTS = LINK_VALID_DAYS * 24 * HOUR
/** New devices of an hour that are mailed: a flood of logins is no flood of mails. */
const MAX_MAILED = 5

/** Before any session and device of the account. */
async function lockAccount(tx: Tx, account: Account) {
  const [table, id] = 'member_id' in account ? ['members', account.member_id] : ['admins', account.admin_id]
  await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
}

/** False if the member has changed since the login was checked. */
async function lockMember(tx: Tx, { id, name, phone, email }: Member): Promise<boolean> {
  const { rows } = await sql`select from members where id = ${id}
    and (name_key, phone, email) = (${nameKey(name)}, ${phone}, ${email}) for no key update`.execute(tx)
  return rows.length > 0
}

export const deviceOf = ({ headers }: FastifyRequest): string => deviceName(headers['user-agent'])

/** Ends its push notifications too: the next person at this device may be another member. */
export async function endFormerSession(tx: Tx, token: string | undefined) {
  if (token === undefined) return
  await forgetDeviceOf(tx, token)
  await endSession(tx, token)
}

type Entered = { request: FastifyRequest; member: Member; link_key: Buffer }

/** Ends the browser's former session, and mails the member about a new device. */
export const beginMemberSession = (
  context: CommandContext,
  { request, member, link_key }: Entered,
  now: Instant,
) =>
  inTransaction(context.db, async (tx) => {
    const owner = { member_id: member.id }
    if (!(await lockMember(tx, member))) throw new AppError('login_failed')
    await endFormerSession(tx, sessionToken(request, 'member'))
    const device = deviceOf(request)
    const session = await beginSession(tx, owner, now, device)
    const remembered = await rememberDevice(tx, request, owner, now, session.token)
    if (remembered.was === 'new' && (await isDeviceMailed(tx, member, now)))
      await mailNewDevice({ ...context, db: tx }, tx, { member, device, link_key }, now)
    return { session, device: remembered }
  })

async function isDeviceMailed(tx: Tx, { id }: Member, now: Instant): Promise<boolean> {
  const { new_device_mails, recent } = await tx
    .selectFrom('settings')
    .select('new_device_mails')
    .select(
      sql<number>`(select count(*)::int from known_devices
        where member_id = ${id} and created_at > ${new Date(now - HOUR)})`.as('recent'),
    )
    .executeTakeFirstOrThrow()
  return new_device_mails && recent <= MAX_MAILED
}

async function mailNewDevice(
  { postMail, publicUrl }: CommandContext,
  tx: Tx,
  { member, device, link_key }: { member: Member; device: string; link_key: Buffer },
  now: Instant,
) {
  const facts = {
    to: member.email,
    name: member.name,
    device,
    at: now,
    token: `${member.id}.${makeMailedToken(member, now + LINK_LASTS, link_key)}`,
    request_id: randomUUID(),
    valid_days: LINK_VALID_DAYS,
    ...(await getSettings(tx)),
    public_url: publicUrl,
  }
  await postMail(tx, [{ kind: 'new_device', facts }], now)
}

/** Given the column with the hash of a session. */
type Chosen = (column: RawBuilder<unknown>) => RawBuilder<boolean>

/** With the known devices and push subscriptions that belong to them. */
const endChosen = (db: Db, account: Account, isChosen: Chosen): Promise<number> =>
  inTransaction(db, async (tx) => {
    await lockAccount(tx, account)
    const theirs = (column: string) => sql`${isOf(account)} and ${isChosen(sql.ref(column))}`
    if ('member_id' in account) {
      await sql`delete from push_subscriptions where ${theirs('session_hash')}`.execute(tx)
      // A repeat could use a spent login code again.
      await sql`delete from email_codes where purpose = 'login'
        and email = (select email from members where id = ${account.member_id})`.execute(tx)
    }
    const ended = await sql`delete from sessions where ${theirs('token_hash')}`.execute(tx)
    await sql`delete from known_devices where ${theirs('session_hash')}`.execute(tx)
    return Number(ended.numAffectedRows)
  })

export const endAllSessions = (db: Db, account: Account): Promise<number> =>
  endChosen(db, account, () => sql<boolean>`true`)

export const endSessionsBut = (db: Db, account: Account, token: string): Promise<number> =>
  endChosen(db, account, (column) => sql<boolean>`${column} is distinct from ${hashOf(token)}`)

export async function endOneSession(db: Db, account: Account, id: number) {
  const { rows } = await sql<{ token_hash: Buffer }>`
    select token_hash from sessions where id = ${id} and ${isOf(account)}`.execute(db)
  if (!rows[0]) throw new AppError('not_found')
  const { token_hash } = rows[0]
  await endChosen(db, account, (column) => sql<boolean>`${column} = ${token_hash}`)
}

/** Every way in of those who had the member's phone, name or mailbox. */
export const endAccess = (db: Db, member_id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    await endAllSessions(tx, { member_id })
    await revokeMemberFeed(tx, member_id)
  })

/** Returns the member. From now on an unknown device has to enter a mailed code. */
export const endByLink = (db: Db, token: string, key: Buffer, now: Instant): Promise<number> =>
  inTransaction(db, async (tx) => {
    const [, id, rest] = /^(\d{1,9})\.(.+)$/.exec(token) ?? []
    const member = await tx
      .selectFrom('members')
      .select(['id', 'email'])
      .where('id', '=', Number(id ?? 0))
      .forUpdate()
      .executeTakeFirst()
    if (!member || !isMailedToken(rest!, member, { key, longest: LINK_LASTS }, now))
      throw new AppError('invalid_code', { text: SESSIONS_LINK_TEXT })
    await endAccess(tx, member.id)
    await sql`update members set must_confirm_since = ${new Date(now)} where id = ${member.id}`.execute(tx)
    return member.id
  })
