import type pg from 'pg'

const HEAD = `import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AuditEntry } from '../../contract/admin/audit.ts'
import type { ApiScope } from '../../contract/endpoint.ts'
import type { Change } from '../../contract/reservation-history.ts'
import type { ReservationKind, Status } from '../../domain/reservation.ts'
import type { DeliveryType, WebhookEvent } from '../../domain/webhook.ts'

/** Instants are written as ISO text or Date and read as Date. */
type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Calendar days are text, such as 2026-11-20. */
type CalendarDate = string
type Uuid = string
/** JSON documents are written as text and read parsed. */
type Json<T> = ColumnType<T, string, string>

/** The tables after all migrations. Generated: \`UPDATE_GOLDEN=1 npm run vitest -- run server/database/schema.test.ts\`. */
export type Database = {
`

const TYPES: Readonly<Record<string, string>> = {
  integer: 'number',
  boolean: 'boolean',
  date: 'CalendarDate',
  'timestamp with time zone': 'Timestamp',
  bytea: 'Buffer',
  jsonb: 'Json<unknown>',
  uuid: 'Uuid',
  text: 'string',
  'text[]': 'string[]',
}

/** More precise than the database's types. */
const COLUMNS: Readonly<Record<string, string>> = {
  'reservation_history.from_status': 'Status',
  'reservation_history.to_status': 'Status',
  'reservation_history.changes': 'Json<Change[]>',
  'reservation_slots.kind': 'ReservationKind',
  'slots.kind': 'ReservationKind',
  'audit_log.details': `Json<AuditEntry['details']>`,
  'api_tokens.scopes': 'ApiScope[]',
  'webhooks.events': 'WebhookEvent[]',
  'webhook_deliveries.type': 'DeliveryType',
}

const NAMES: Readonly<Record<string, string>> = {
  [`'VIP_TOUR' | 'GROUP_MEETING'`]: 'ReservationKind',
  [`'PENDING' | 'APPROVED' | 'CANCEL_REQUESTED' | 'COMPLETED' | 'REJECTED' | 'CANCELLED'`]: 'Status',
}

type Column = {
  table: string
  column: string
  type: string
  is_nullable: boolean
  made: 'GeneratedAlways' | 'Generated' | null
  /** Only of this column, such as `CHECK ((kind = ANY (ARRAY['a'::text])))`. */
  check: string | null
}

function typeOf({ table, column, type, is_nullable, made, check }: Column): string {
  const values = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check ?? '')?.[1]
  const union = values?.replaceAll('::text', '').replaceAll(', ', ' | ')
  const known =
    COLUMNS[`${table}.${column}`] ?? (union ? (NAMES[union] ?? union) : (TYPES[type] ?? 'unknown'))
  const whole = is_nullable ? `${known} | null` : known
  // Kysely cannot read a column type within another one.
  return made ? `${made}<${whole.replace('Timestamp', 'Date')}>` : whole
}

export async function schemaTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as is_nullable,
      case when a.attidentity = 'a' or a.attgenerated <> '' then 'GeneratedAlways'
        when a.atthasdef or a.attidentity <> '' then 'Generated' end as made,
      (select min(pg_get_constraintdef(k.oid)) from pg_constraint k
        where k.contype = 'c' and k.conrelid = c.oid and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%') as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and c.relname <> 'schema_migrations' and a.attnum > 0 and not a.attisdropped
    order by c.oid, a.attnum`)
  const tables = Map.groupBy(rows, ({ table }) => table)
  const bodies = [...tables].map(
    ([table, columns]) =>
      `  ${table}: {\n${columns.map((each) => `    ${each.column}: ${typeOf(each)}\n`).join('')}  }\n`,
  )
  return `${HEAD}${bodies.join('')}}\n`
}
