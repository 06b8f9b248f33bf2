import { matchesOf, type Rule } from './rule.ts'

const FOLDER = 'server/database/'

const numbering: Rule = {
  law: 'migrations are named NNNN_what.sql and counted from 0001 without gaps',
  instead: 'Give a migration the next number. Never change schema.sql or a released migration.',
  find: ({ path }, paths) => {
    if (!path.startsWith(FOLDER) || !path.endsWith('.sql') || path === `${FOLDER}schema.sql`) return []
    const name = path.slice(FOLDER.length)
    if (!/^\d{4}_[a-z\d]+(_[a-z\d]+)*\.sql$/.test(name)) return [`${name} is not NNNN_what.sql`]
    const withNumber = (number: number) =>
      paths.filter((each) => each.startsWith(`${FOLDER}${String(number).padStart(4, '0')}_`))
    const number = Number(name.slice(0, 4))
    if (withNumber(number).some((other) => other !== path)) return [`${name} has the number of another one`]
    const isFirst = number === 1
    return isFirst || withNumber(number - 1).length > 0 ? [] : [`${name} has no migration before it`]
  },
  keeps: [
    { path: `${FOLDER}schema.sql`, text: '' },
    { path: `${FOLDER}0001_codes.sql`, text: '' },
  ],
  breaks: [
    { path: `${FOLDER}0000_nothing.sql`, text: '' },
    { path: `${FOLDER}0003_codes.sql`, text: '' },
    { path: `${FOLDER}2_codes.sql`, text: '' },
    { path: `${FOLDER}0002-codes.sql`, text: '' },
  ],
}

/** SQL without comments, texts and bodies of functions; line numbers stay. */
const bareSql = (text: string) =>
  text.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:''|[^'])*'|(\$\w*\$)[\s\S]*?\1/g, (piece) =>
    piece.replaceAll(/[^\n]/g, ' '),
  )

const CONSTRAINT =
  /(?:constraint\s+\w+\s+)?(?:\bforeign\s+key\s*\([^)]*\)\s*references\b|\bprimary\s+key\b|\bunique\b(?!\s+index)|\breferences\b|\bcheck\s*\(|\bexclude\s+(using\b|\())/gi

const namedConstraints: Rule = {
  law: 'every constraint has a name',
  instead:
    'Write "constraint table_what" before primary key, unique, references, check, foreign key and exclude: the server answers a broken constraint by its name.',
  find: ({ path, text }) =>
    path.endsWith('.sql')
      ? matchesOf(bareSql(text), CONSTRAINT).filter((match) => !/^line \d+: constraint\s/i.test(match))
      : [],
  keeps: [
    {
      path: `${FOLDER}schema.sql`,
      text: `-- primary key
        create table a (
          id integer generated always as identity constraint a_pkey primary key,
          b integer constraint a_b_fkey references b on delete cascade,
          c text not null default 'unique' constraint a_c_key unique,
          constraint a_c check
            (c <> ''),
          constraint a_bc_fkey foreign key (b, c)
            references b (id, c),
          constraint a_apart exclude using gist (b with =)
        );
        create unique index a_one on a (b);`,
    },
  ],
  breaks: [
    { path: `${FOLDER}schema.sql`, text: 'create table a (id integer primary key)' },
    { path: `${FOLDER}schema.sql`, text: 'create table a (b integer references b)' },
    { path: `${FOLDER}schema.sql`, text: 'create table a (b text unique)' },
    { path: `${FOLDER}schema.sql`, text: 'create table a (b text, check (b is not null))' },
    { path: `${FOLDER}schema.sql`, text: 'create table a (b text, c text, unique (b, c))' },
    { path: `${FOLDER}schema.sql`, text: 'alter table a add foreign key (b) references b' },
    { path: `${FOLDER}schema.sql`, text: 'alter table a add exclude using gist (b with =)' },
    {
      path: `${FOLDER}schema.sql`,
      text: 'create table a (b integer constraint a_b_key unique references b)',
    },
  ],
}

export const databaseRules = [numbering, namedConstraints]
