import { sql } from 'kysely'
import type { SignOnFailure } from '../../../../contract/admin/sign-on.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { isLastOwner } from '../../../../domain/role.ts'
import { accountName, roleOfGroups, type GroupRole } from '../../../../domain/sign-on.ts'
import { inTransaction, type Db, type Tx } from '../../../database/transaction.ts'
import type { Identity } from '../../../http/identity-provider.ts'
import { type SignedInAdmin, hashOf } from '../../../http/session.ts'
import { endAllSessions } from '../../sessions/commands.ts'
import { UNKNOWN } from '../commands.ts'

type Entering = {
  identity: Identity
  rules: readonly GroupRole[]
  /** The session that is to be confirmed: of the same account, if it still lives. */
  confirms: string | undefined
}

type Outcome<T> = {
  begin: (tx: Tx, admin: SignedInAdmin & { role: string }) => Promise<T>
  refused: (tx: Tx, account: SignedInAdmin) => Promise<unknown>
}

const WHO = ['id', 'name', 'role'] as const

/** Finds the account by issuer and subject, or makes it, and gives it the role of its groups. */
export const enter = <T>(
  db: Db,
  { identity: { issuer, subject, name, groups }, rules, confirms }: Entering,
  now: Instant,
  { begin, refused }: Outcome<T>,
): Promise<T | SignOnFailure> =>
  inTransaction(db, async (tx) => {
    // Two first logins make one account, and two owners who lose their group leave one.
    await sql`lock table admins in exclusive mode`.execute(tx)
    const all = await tx.selectFrom('admins').select(['id', 'name', 'issuer', 'subject', 'role']).execute()
    const known = all.find((each) => each.issuer === issuer && each.subject === subject)
    const refuse = async (failure: SignOnFailure) => {
      await refused(tx, known ?? UNKNOWN)
      return failure
    }
    const session = await tx
      .selectFrom('sessions')
      .select('admin_id')
      .where('token_hash', '=', hashOf(confirms ?? ''))
      .where('expires_at', '>', new Date(now))
      .executeTakeFirst()
    if (session && session.admin_id !== known?.id) return refuse('other_account')
    const role = roleOfGroups(groups, rules)
    const isLast = known !== undefined && role !== 'owner' && isLastOwner(all, known.id)
    if (!role || isLast) {
      if (known) await endAllSessions(tx, { admin_id: known.id })
      return refuse(role ? 'last_owner' : 'no_role')
    }
    const entered = { role, last_login_at: new Date(now) }
    const taken = all.map((each) => each.name)
    const made = { ...entered, name: accountName(name, taken), issuer, subject, created_at: new Date(now) }
    const query = known
      ? tx.updateTable('admins').set(entered).where('id', '=', known.id).returning(WHO)
      : tx.insertInto('admins').values(made).returning(WHO)
    return begin(tx, await query.executeTakeFirstOrThrow())
  })
