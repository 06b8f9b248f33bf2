import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { AuditEntry } from '../../../../contract/admin/audit.ts'
import { MAX_NAMED, NUMBERED_FACTS, thingsIn } from '../../../../contract/text/audit-text.ts'
import { TIME_ZONE } from '../../../../domain/madrid-time.ts'
import type { Database } from '../../../database/schema.ts'
import type { Db } from '../../../database/transaction.ts'

type Sql = RawBuilder<unknown>

const weekday = (day: Sql) =>
  sql`(array['일', '월', '화', '수', '목', '금', '토'])[extract(dow from ${day})::int + 1]`

/** A day as `koreanDate` writes it. */
export const longDay = (day: Sql) =>
  sql`(to_char(${day}, 'YYYY"년" FMMM"월" FMDD"일"') || ' (' || ${weekday(day)} || ')')`

/** A day as `shortKoreanDate` writes it. */
const shortDay = (day: Sql) => sql`(to_char(${day}, 'FMMM.FMDD') || ' (' || ${weekday(day)} || ')')`

const named = (table: string) => sql`select jsonb_build_object('text', name) from ${sql.table(table)}`

const RESERVATION = sql`
  select jsonb_build_object(
    'text', concat_ws(' ', nullif(visitor ->> 'company', ''), nullif(visitor ->> 'name', ''),
      ${shortDay(sql`date`)}, to_char(starts_at at time zone ${sql.lit(TIME_ZONE)}, 'HH24:MI')),
    'search', concat_ws(' ', nullif(visitor ->> 'company', ''), nullif(visitor ->> 'name', '')), 'date', date)
  from reservations`

const SLOT = sql`
  select jsonb_build_object('text', coalesce(docents.name, rooms.name) || ' ' || ${shortDay(sql`date`)} || ' ' || time,
    'date', date, 'place_id', coalesce(docent_id, room_id), 'kind', case when docent_id is null then 'room' else 'tour' end)
  from slots join event_dates on event_dates.id = event_date_id
    left join docents on docents.id = docent_id left join rooms on rooms.id = room_id`

const LINK = sql`
  select jsonb_build_object('text', coalesce(docents.name, rooms.name))
  from day_sheet_links left join docents on docents.id = docent_id left join rooms on rooms.id = room_id`

const SCREEN = sql`
  select jsonb_build_object('text', rooms.name) from screens join rooms on rooms.id = room_id`

/** How a thing of each kind is found by its number: as it is now, or not at all. */
const THINGS: Readonly<Record<string, { table: string; found: Sql }>> = {
  docent: { table: 'docents', found: named('docents') },
  room: { table: 'rooms', found: named('rooms') },
  user: {
    table: 'members',
    found: sql`select jsonb_build_object('text', name, 'search', name) from members`,
  },
  admin: { table: 'admins', found: named('admins') },
  event_date: {
    table: 'event_dates',
    found: sql`select jsonb_build_object('text', ${longDay(sql`date`)}) from event_dates`,
  },
  reservation: { table: 'reservations', found: RESERVATION },
  slot: { table: 'slots', found: SLOT },
  'available-tour': { table: 'slots', found: SLOT },
  'available-room': { table: 'slots', found: SLOT },
  mail: {
    table: 'mails',
    found: sql`select jsonb_build_object('text', subject, 'search', to_address) from mails`,
  },
  'day-sheet-link': { table: 'day_sheet_links', found: LINK },
  screen: { table: 'screens', found: SCREEN },
}

// Only targets that are a kind and a number, whatever an older version may have noted.
const numberIn = (target: Sql) => sql`substring(${target} from '^[a-z_-]+ (\\d{1,9})$')::int`

/** The thing that a target, such as `docent 7`, names: as it is now, or else null. */
const thingOf = (target: Sql) => {
  const ways = Object.entries(THINGS).map(
    ([kind, { table, found }]) =>
      sql`when ${sql.lit(kind)} then (${found} where ${sql.ref(`${table}.id`)} = ${numberIn(target)})`,
  )
  return sql`case split_part(${target}, ' ', 1) ${sql.join(ways, sql` `)} end`
}

/** The name under which something that is no person was last noted, by target. */
const NOTED = sql`(
  select distinct on (target) target, case when target like 'event_date %'
    then ${longDay(sql`(details ->> 'date')::date`)} else details ->> 'name' end as name
  from audit_log
  where case when target like 'event_date %' then details ? 'date'
    else details ? 'name' and target ~ '^(docent|room|admin) ' end
  order by target, id desc)`

/**
 * The log with the thing of each entry: `subject` as it is now, and `former`, the name under which something that is no
 * person was last noted. Members are found while they are there, so that nothing of an erased one comes back.
 */
export const NAMED_LOG = sql<Selectable<Database['audit_log']> & Pick<AuditEntry, 'subject' | 'former'>>`(
  select audit_log.*, ${thingOf(sql.ref('audit_log.target'))} as subject, noted.name as former
  from audit_log left join ${NOTED} as noted on noted.target = audit_log.target)`

/**
 * The names of the things whose numbers stand among the details of entries, by target: as they are now, or were last noted.
 */
export async function findNames(
  db: Db,
  entries: readonly Pick<AuditEntry, 'details'>[],
): Promise<Record<string, string>> {
  const targets = [...new Set(entries.flatMap(({ details }) => thingsIn(details)))]
  if (targets.length === 0) return {}
  const { rows } = await sql<{ target: string; name: string | null }>`
    select wanted.target, coalesce(${thingOf(sql.ref('wanted.target'))} ->> 'text', noted.name) as name
    from unnest(${targets}::text[]) as wanted (target) left join ${NOTED} as noted using (target)
  `.execute(db)
  return Object.fromEntries(rows.flatMap(({ target, name }) => (name === null ? [] : [[target, name]])))
}

const NUMBERED = Object.entries(NUMBERED_FACTS).map(([fact, kind]) => sql`(${fact}::text, ${kind}::text)`)

/** The names of the things whose numbers stand among the details of an entry, as they are shown. */
export const SHOWN_NAMES = sql`(
  select string_agg(${thingOf(sql`(numbered.kind || ' ' || item.id)`)} ->> 'text', chr(31))
  from jsonb_each(details) as fact
    join lateral (
      select case when given.kind <> 'place' then given.kind
        when coalesce(details ->> 'kind', details ->> 'type') in ('tour', 'VIP_TOUR') then 'docent' else 'room' end as kind
      from (values ${sql.join(NUMBERED)}) as given (fact, kind) where given.fact = fact.key) as numbered on true
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(fact.value) when 'array' then fact.value else jsonb_build_array(fact.value) end
    ) with ordinality as item (id, nth)
  where item.nth <= ${MAX_NAMED})`

const DATE_FACTS = ['date', 'dates', 'start_date', 'end_date', 'from', 'to']

/** The dates among the details of an entry, as they are shown. */
export const SHOWN_DATES = sql`(
  select string_agg(${longDay(sql`day[1]::date`)}, chr(31))
  from jsonb_each_text(details) as fact, regexp_matches(fact.value, '\\d{4}-\\d{2}-\\d{2}', 'g') as day
  where fact.key = any(${DATE_FACTS}::text[]))`
