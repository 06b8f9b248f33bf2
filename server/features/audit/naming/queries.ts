import { sql, type RawBuilder } from 'kysely'
import { ALL_TEXT } from '../../../../contract/admin/calendar-feeds.ts'
import type { AuditEntry } from '../../../../contract/admin/audit.ts'
import { MAX_NAMED, NUMBERED_FACTS, thingsIn } from '../../../../contract/text/audit-text.ts'
import { TIME_ZONE } from '../../../../domain/madrid-time.ts'
import type { Db } from '../../../database/transaction.ts'

type Sql = RawBuilder<unknown>

const weekday = (day: Sql) =>
  sql`(array['일', '월', '화', '수', '목', '금', '토'])[extract(dow from ${day})::int + 1]`

/** Formats like `koreanDate`. */
export const longDay = (day: Sql) =>
  sql`(to_char(${day}, 'YYYY"년" FMMM"월" FMDD"일"') || ' (' || ${weekday(day)} || ')')`

/** Formats like `shortKoreanDate`. */
const shortDay = (day: Sql) => sql`(to_char(${day}, 'FMMM.FMDD') || ' (' || ${weekday(day)} || ')')`

const named = (table: string) => ({
  table,
  found: sql`select jsonb_build_object('text', name) from ${sql.table(table)}`,
})

const RESERVATION = sql`
  select jsonb_build_object(
    'text', concat_ws(' ', nullif(visitor ->> 'company', ''), nullif(visitor ->> 'name', ''),
      ${shortDay(sql`date`)}, to_char(starts_at at time zone ${sql.lit(TIME_ZONE)}, 'HH24:MI')),
    'search', concat_ws(' ', nullif(visitor ->> 'company', ''), nullif(visitor ->> 'name', '')), 'date', date)
  from reservations`

// Scalar subqueries, because a join would read whole tables for one slot.
const SLOT = {
  table: 'slots',
  found: sql`
    select jsonb_build_object(
      'text', coalesce((select name from docents where id = docent_id), (select name from rooms where id = room_id))
        || ' ' || (select ${shortDay(sql`date`)} from event_dates where id = event_date_id) || ' ' || time,
      'date', (select date from event_dates where id = event_date_id), 'place_id', coalesce(docent_id, room_id),
      'kind', case when docent_id is null then 'room' else 'tour' end)
    from slots`,
}

const linkTo = (table: string) => ({
  table,
  found: sql`
    select jsonb_build_object('text', coalesce(docents.name, rooms.name, ${sql.lit(ALL_TEXT)}))
    from ${sql.table(table)} left join docents on docents.id = docent_id left join rooms on rooms.id = room_id`,
})

const SCREEN = sql`
  select jsonb_build_object('text', rooms.name) from screens join rooms on rooms.id = room_id`

const WAIT = sql`
  select jsonb_build_object('text', concat_ws(' ', place ->> 'name', ${shortDay(sql`date`)}, time), 'date', date)
  from waitlist_entries`

const THINGS: Readonly<Record<string, { table: string; found: Sql }>> = {
  docent: named('docents'),
  room: named('rooms'),
  user: {
    table: 'members',
    found: sql`select jsonb_build_object('text', name, 'search', name) from members`,
  },
  admin: named('admins'),
  event_date: {
    table: 'event_dates',
    found: sql`select jsonb_build_object('text', ${longDay(sql`date`)}) from event_dates`,
  },
  reservation: { table: 'reservations', found: RESERVATION },
  slot: SLOT,
  'available-tour': SLOT,
  'available-room': SLOT,
  mail: {
    table: 'mails',
    found: sql`select jsonb_build_object('text', subject, 'search', to_address) from mails`,
  },
  'day-sheet-link': linkTo('day_sheet_links'),
  'day-report': linkTo('day_reports'),
  'calendar-feed': linkTo('calendar_feeds'),
  screen: { table: 'screens', found: SCREEN },
  waitlist: { table: 'waitlist_entries', found: WAIT },
  webhook: named('webhooks'),
  api_token: named('api_tokens'),
}

// Older versions may have stored other targets.
const numberIn = (target: Sql) => sql`substring(${target} from '^[a-z_-]+ (\\d{1,9})$')::int`

const thingOf = (kind: Sql, number: Sql) => {
  const ways = Object.entries(THINGS).map(
    ([kind, { table, found }]) =>
      sql`when ${sql.lit(kind)} then (${found} where ${sql.ref(`${table}.id`)} = ${number})`,
  )
  return sql`case ${kind} ${sql.join(ways, sql` `)} end`
}

/** Null for persons. */
const notedNameOf = (target: Sql) => sql`case when ${target} ~ '^(docent|room|admin|event_date) ' then (
  select case when noted.target like 'event_date %' then ${longDay(sql`(noted.details ->> 'date')::date`)}
    else noted.details ->> 'name' end
  from audit_log as noted
  where noted.target = ${target}
    and noted.details ? case when noted.target like 'event_date %' then 'date' else 'name' end
  order by noted.id desc limit 1) end`

/**
 * `subject` is the present name, `former` the stored one. Members have no former name: erased names stay
 * erased.
 */
export const thingsOf = (targets: Sql) => sql<Named>`(
  select target, ${thingOf(sql.ref('things.kind'), sql.ref('things.number'))} as subject,
    ${notedNameOf(sql.ref('things.target'))} as former
  from (
    -- Parse the target once, not for each row that it is compared with.
    select target, split_part(target, ' ', 1) as kind, ${numberIn(sql`target`)} as number
    from (${targets}) as wanted offset 0
  ) as things)`
type Named = { target: string } & Pick<AuditEntry, 'subject' | 'former'>

/** By target: the present name or the last one stored. */
export async function findNames(
  db: Db,
  entries: readonly Pick<AuditEntry, 'details'>[],
): Promise<Record<string, string>> {
  const targets = [...new Set(entries.flatMap(({ details }) => thingsIn(details)))]
  if (targets.length === 0) return {}
  const rows = await db
    .selectFrom(thingsOf(sql`select unnest(${targets}::text[]) as target`).as('things'))
    .selectAll()
    .execute()
  const named = rows.map(({ target, subject, former }) => [target, subject?.text ?? former] as const)
  return Object.fromEntries(named.filter((entry): entry is [string, string] => entry[1] !== null))
}

const NUMBERED = Object.entries(NUMBERED_FACTS).map(([fact, kind]) => sql`(${fact}::text, ${kind}::text)`)

export const SHOWN_NAMES = sql`(
  select string_agg(${thingOf(sql`numbered.kind`, sql`item.number`)} ->> 'text', chr(31))
  from jsonb_each(details) as fact
    join lateral (
      select case when given.kind <> 'place' then given.kind
        when coalesce(details ->> 'kind', details ->> 'type') in ('tour', 'VIP_TOUR') then 'docent' else 'room' end as kind
      from (values ${sql.join(NUMBERED)}) as given (fact, kind) where given.fact = fact.key) as numbered on true
    cross join lateral (
      select case when id ~ '^\\d{1,9}$' then id::int end as number
      from jsonb_array_elements_text(
        case jsonb_typeof(fact.value) when 'array' then fact.value else jsonb_build_array(fact.value) end
      ) with ordinality as given (id, nth)
      where nth <= ${MAX_NAMED} offset 0
    ) as item)`

const DATE_FACTS = ['date', 'dates', 'start_date', 'end_date', 'from', 'to']

export const SHOWN_DATES = sql`(
  select string_agg(${longDay(sql`day[1]::date`)}, chr(31))
  from jsonb_each_text(details) as fact, regexp_matches(fact.value, '\\d{4}-\\d{2}-\\d{2}', 'g') as day
  where fact.key = any(${DATE_FACTS}::text[]))`
