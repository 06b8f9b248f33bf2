import { sql } from 'kysely'
import type { AdminAccount, MadeThing, MyAdmin } from '../../../contract/admin/accounts.ts'
import { ALL_TEXT } from '../../../contract/admin/calendar-feeds.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isoRow } from '../../database/iso-row.ts'
import type { Db } from '../../database/transaction.ts'
import { orRefuse } from '../../http/app-error.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import { countRecoveryCodes } from './codes/queries.ts'

export const HAS_SECOND_FACTOR = sql<boolean>`exists (
  select from second_factors where second_factors.admin_id = admins.id)`.as('has_second_factor')

const HAS_PASSWORD = sql<boolean>`password_hash is not null`.as('has_password')

const SHARED_COLUMNS = ['id', 'name', 'role', HAS_SECOND_FACTOR, HAS_PASSWORD] as const
export const ACCOUNT_COLUMNS = [...SHARED_COLUMNS, 'created_at', 'last_login_at'] as const

export async function findAdmins(db: Db): Promise<AdminAccount[]> {
  const rows = await db.selectFrom('admins').select(ACCOUNT_COLUMNS).orderBy('id').execute()
  return rows.map(isoRow)
}

/** Tables with `created_by`: what works on without its maker's account. */
export const MADE_THINGS = ['api_tokens', 'webhooks', 'day_sheet_links', 'calendar_feeds'] as const

/** Not by an earlier account of the same name. */
export const madeBy = ({ name, created_at }: { name: string; created_at: Date }) =>
  sql<boolean>`created_by = ${name} and created_at >= ${created_at}`

export async function findMadeBy(db: Db, id: number, now: Instant): Promise<MadeThing[]> {
  const admin = await db
    .selectFrom('admins')
    .select(['name', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(orRefuse('not_found'))
  const isOwn = madeBy(admin)
  const place = sql`coalesce((select name from docents where docents.id = docent_id),
    (select name from rooms where rooms.id = room_id))`
  const { rows } = await sql<MadeThing>`
    select 'api_token' as kind, id, name from api_tokens
      where ${isOwn} and coalesce(expires_at > ${new Date(now)}, true)
    union all select 'webhook', id, name from webhooks where ${isOwn}
    union all select 'day_sheet_link', id, ${place} from day_sheet_links
      where ${isOwn} and expires_at > ${new Date(now)}
    union all select 'calendar_link', id, coalesce(${place}, ${sql.lit(ALL_TEXT)}) from calendar_feeds where ${isOwn}
    order by kind, id`.execute(db)
  return rows
}

export async function getMyAccount(db: Db, admin: SignedInAdmin): Promise<MyAdmin> {
  const row = await db
    .selectFrom('admins')
    .select([...SHARED_COLUMNS, 'must_change_password'])
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow(orRefuse('not_authenticated'))
  const { has_second_factor, ...account } = row
  const { second_factor_required } = await db
    .selectFrom('settings')
    .select('second_factor_required')
    .executeTakeFirstOrThrow()
  const second_factor = has_second_factor
    ? { recovery_codes_left: await countRecoveryCodes(db, admin) }
    : null
  return { ...account, second_factor, second_factor_required }
}
