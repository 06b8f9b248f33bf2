import { readMigrations, type Migration } from '../server/database/migrate.ts'

/** Does to every table what a release may do while processes of the release before it still run. */
const sql = `do $$ declare each regclass;
begin
  for each in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relname <> 'schema_migrations'
  loop
    execute format('alter table %s add column later text not null default ''later''', each);
  end loop;
end $$;
create table later (id integer)`

/** The migrations of this release and one more. */
export const LATER: Migration[] = await readMigrations().then((known) => [
  ...known,
  { version: known.length, name: 'later.sql', sql, checksum: 'later' },
])

/** All tests then run on the tables of the next release; those that compare the tables themselves do not. */
export const IS_LATER_SCHEMA = process.env['LATER_SCHEMA'] !== undefined
