import { commentsOf, isProduct, isScript, isTest, matchesOf, withoutComments, type Rule } from './rule.ts'

const TIME_OF_DAY =
  /\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^\s)])|(?<!new )(?<![.\w])Date\(|\bTemporal\.Now\b/g

const clock: Rule = {
  law: 'one clock: only server/clock.ts and web/browser/clock.ts read the time of day',
  instead:
    'Take the instant as an argument (domain), or call the clock that the app was built with; in the browser use web/browser/clock.ts. A rehearsal sets one clock, and tests freeze it. How long something took is no time of day: the server may measure it.',
  find: ({ path, text }) =>
    isProduct(path) && isScript(path) && path !== 'server/clock.ts' && path !== 'web/browser/clock.ts'
      ? matchesOf(
          withoutComments(text),
          // In the browser the service's time is built from the stopwatch, so there it is a clock too.
          path.startsWith('server/')
            ? TIME_OF_DAY
            : new RegExp(`${TIME_OF_DAY.source}|\\bperformance\\.now\\b`, 'g'),
        )
      : [],
  keeps: [
    { path: 'server/clock.ts', text: 'const now = () => Date.now()' },
    { path: 'web/browser/clock.ts', text: 'const now = () => performance.now()' },
    { path: 'domain/slot.ts', text: '// not Date.now()\nnew Date(instant).toISOString()\nmadridDate(now)' },
    { path: 'server/embedded/owner.ts', text: 'const deadline = performance.now() + 3000' },
    { path: 'bench/booking.ts', text: 'const start = performance.now()' },
  ],
  breaks: [
    { path: 'domain/slot.ts', text: 'const now = Date.now()' },
    { path: 'server/http/session.ts', text: 'const at = new Date()' },
    { path: 'server/http/session.ts', text: 'const at = new Date' },
    { path: 'server/http/session.ts', text: 'const at = Date()' },
    { path: 'server/mail/calendar.ts', text: 'Temporal.Now.instant()' },
    { path: 'web/display/board.tsx', text: 'performance.now()' },
    { path: 'domain/slot.test.ts', text: 'isPast(date, time, Date.now())' },
  ],
}

const SQL_CLOCK =
  /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(\s*\)|\b(current_(timestamp|date|time)|localtimestamp)\b/gi

/** The quoted texts of a script, without the values filled into them; line numbers stay. */
const quotedIn = (text: string) =>
  withoutComments(text)
    .replaceAll(/\$\{[^{}]*\}/g, (piece) => piece.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/("[^"\n]*"|'[^'\n]*'|`[^`]*`)|[^\n]/g, (_, quoted: string | undefined) => quoted ?? ' ')

const databaseClock: Rule = {
  law: "no SQL reads the database's clock",
  instead: "Pass the instant as a parameter: the database does not know of a rehearsal's clock.",
  find: ({ path, text }) => {
    if (path.endsWith('.sql')) return matchesOf(text.replaceAll(/--[^\n]*/g, ''), SQL_CLOCK)
    // It compares the clocks.
    if (path === 'server/doctor/operation.ts') return []
    return path.startsWith('server/') && isScript(path) ? matchesOf(quotedIn(text), SQL_CLOCK) : []
  },
  keeps: [
    {
      path: 'server/database/schema.sql',
      text: '-- never now()\ncreated_at timestamptz not null',
    },
    { path: 'server/features/places/queries.ts', text: 'sql`where starts_at > ${at(now())}`\nreturn now()' },
  ],
  breaks: [
    { path: 'server/database/schema.sql', text: 'created_at timestamptz default now()' },
    { path: 'server/features/places/queries.ts', text: 'sql`where ${column} > now() limit 1`' },
    { path: 'server/features/places/queries.ts', text: `sql.raw('select current_date')` },
  ],
}

const environment: Rule = {
  law: 'only server/env.ts reads the environment',
  instead:
    'Add the setting to server/env.ts, which checks it at the start and names what is wrong, and pass its value on.',
  find: ({ path, text }) =>
    isScript(path) &&
    path !== 'server/env.ts' &&
    !isTest(path) &&
    !/^((scripts|docs\/examples)\/.*\.mjs|[^/]+\.config\.ts)$/.test(path)
      ? matchesOf(
          withoutComments(text),
          /\bprocess\s*(\.\s*env\b|\[\s*['"]env['"])|\benv\b[^'"\n]*from ['"](node:)?process['"]/g,
        )
      : [],
  keeps: [
    { path: 'server/env.ts', text: 'process.env' },
    { path: 'vite.config.ts', text: 'process.env.PORT' },
    { path: 'scripts/start.mjs', text: 'process.env.PATH' },
    { path: 'test/postgres.ts', text: `process.env['TEST_DATABASE_URL']` },
    { path: 'server/main.ts', text: 'const env = readEnv() // not process.env' },
  ],
  breaks: [
    { path: 'server/main.ts', text: 'listen(process.env.PORT)' },
    { path: 'web/api/client.ts', text: `process['env']` },
    { path: 'bench/booking.ts', text: `import { env } from 'node:process'` },
  ],
}

const zone: Rule = {
  law: 'only domain/madrid-time.ts names the time zone',
  instead: 'Use the functions of domain/madrid-time.ts, or its TIME_ZONE where a library wants the name.',
  find: ({ path, text }) =>
    (isProduct(path) || path.startsWith('bench/')) && path !== 'domain/madrid-time.ts' && !isTest(path)
      ? matchesOf(
          path.endsWith('.sql') ? text.replaceAll(/--[^\n]*/g, '') : withoutComments(text),
          /Europe\/Madrid/g,
        )
      : [],
  keeps: [
    { path: 'domain/madrid-time.ts', text: `const TIME_ZONE = 'Europe/Madrid'` },
    { path: 'server/mail/calendar.test.ts', text: `expect(text).toContain('TZID=Europe/Madrid')` },
    {
      path: 'server/mail/calendar.ts',
      text: '// Europe/Madrid\nimport { TIME_ZONE } from "../../domain/madrid-time.ts"',
    },
  ],
  breaks: [
    { path: 'server/mail/calendar.ts', text: `const zone = 'Europe/Madrid'` },
    { path: 'server/database/schema.sql', text: `select time at time zone 'Europe/Madrid'` },
    { path: 'web/browser/clock.ts', text: `{ timeZone: "Europe/Madrid" }` },
  ],
}

const colours: Rule = {
  law: 'only the tokens.css of the screens, of walls and of paper have colours',
  instead: 'Use a token, such as var(--ink); a new colour is a new token with a name for what it means.',
  find: ({ path, text }) =>
    /^web\/.*\.(css|ts|tsx)$/.test(path) &&
    !/^web\/(styles|display|components\/day-sheet)\/tokens\.css$/.test(path) &&
    !isTest(path)
      ? matchesOf(
          withoutComments(text),
          /(?<![&\w])#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|(?<=:[^;{}\n]*)\b(white|black|gr[ae]y|silver)\b(?!-)(?=[^{}\n]*;)/gi,
        )
      : [],
  keeps: [
    { path: 'web/styles/tokens.css', text: ':root { --ink: #0b1324 }' },
    { path: 'web/display/tokens.css', text: ':root { --board-soon: #b34700 }' },
    { path: 'web/components/day-sheet/tokens.css', text: ':root { --ink: #000000 }' },
    { path: 'web/ui/button.css', text: '/* #fff */ button { color: var(--ink) }' },
    { path: 'web/ui/icon.tsx', text: '<a href="#main">&#160;</a>' },
    { path: 'web/ui/button.css', text: 'button { white-space: nowrap; color: currentcolor }' },
  ],
  breaks: [
    { path: 'web/ui/button.css', text: 'img { background: white; }' },
    { path: 'web/visitor/tokens.css', text: ':root { --ink: #000000 }' },
    { path: 'web/ui/button.css', text: 'button { color: #fff }' },
    { path: 'web/ui/button.css', text: 'button { box-shadow: 0 0 4px rgb(0 0 0 / 20%) }' },
    { path: 'web/display/board.tsx', text: `style={{ color: '#0b1324' }}` },
  ],
}

/** Conditions under which a test may be skipped or run, with their reasons. */
const CONDITIONS: Readonly<Record<string, string>> = {
  IS_LATER_SCHEMA: 'the schema has a table more, on purpose',
  "process.env['UPDATE_GOLDEN']": 'records instead of testing',
  isSecondRun: 'the result does not depend on the version of PostgreSQL',
  older: 'an older PostgreSQL is not installed everywhere',
  '!installed': 'PostgreSQL with TLS is not installed everywhere',
  '!nginxProgram': 'nginx is not installed everywhere',
  '!hasPgbouncer': 'PgBouncer is not installed everywhere',
  '!hasGenerators': 'the generators are only installed for a release',
  '!systemd': 'systemd is not installed everywhere',
  '!isRoot': 'only root can deny folders to others',
  'process.getuid?.() !== 0 || !setpriv': 'only root can become another user',
  '!canMount': 'not every machine lets mount a disk',
  "process.platform !== 'linux'": 'the processes of a database are found in /proc',
}
const CONDITIONAL = /\.(?:skipIf|runIf)\((.*?)\)(?=[(.])/gs

const skippedTests: Rule = {
  law: 'every test runs',
  instead:
    'Remove .only, .skip, .todo and .fails: repair the test or delete it. Where a machine may lack what it needs, add the condition of .skipIf or .runIf to CONDITIONS, with its reason.',
  find: ({ path, text }) => {
    if (!isTest(path)) return []
    const code = withoutComments(text)
    const unknown = [...code.matchAll(CONDITIONAL)].filter(([, condition = '']) => !(condition in CONDITIONS))
    return [
      ...matchesOf(
        code,
        /\b(test|it|describe|suite)(\.\w+)*\.(only|skip|todo|fails|fixme)\b|\b[xf](it|describe)\(/g,
      ),
      ...unknown.map(([found]) => found),
    ]
  },
  keeps: [
    { path: 'domain/slot.test.ts', text: `test.each([[1]])('one', () => {})\nlist.skip(1)` },
    { path: 'test/process/nginx.test.ts', text: `describe.skipIf(!nginxProgram)('all', () => {})` },
  ],
  breaks: [
    { path: 'domain/slot.test.ts', text: `test.only('one', () => {})` },
    { path: 'test/race/booking.test.ts', text: `describe.skip('all', () => {})` },
    { path: 'test/e2e/login.spec.ts', text: `test.describe.only('all', () => {})` },
    { path: 'domain/slot.test.ts', text: `test.skipIf(isSlow())('one', () => {})` },
    { path: 'domain/slot.test.ts', text: `test.runIf(\n  false,\n).each([1])('one', () => {})` },
  ],
}

const leftovers: Rule = {
  law: 'nothing is left for later in a comment',
  instead: 'Do it, or say in the change where it is tracked; a TODO or FIXME is read by nobody.',
  find: ({ path, text }) =>
    /\.(ts|tsx|mjs|css|sql)$/.test(path) ? matchesOf(text, /\b(TODO|FIXME|XXX)\b/g) : [],
  keeps: [{ path: 'domain/slot.ts', text: '// The end follows elapsed time.' }],
  breaks: [
    { path: 'domain/slot.ts', text: '// TODO: midnight' },
    { path: 'web/ui/button.css', text: '/* FIXME */' },
    { path: 'server/database/schema.sql', text: '-- TODO index' },
  ],
}

/** The beginning of a comment whose first sentence names its thing by a question word. */
const QUESTION_WORD = /^(\/\/|\/\*+)[\s*]*(What|Who|Whom|Whose|Whoever)\s[^\n]*/

const subjects: Rule = {
  law: 'a comment begins with its subject',
  instead:
    'Name the thing first, by the standard word of its field, and say why it is so. Not "What each field says, or nothing." but "The text beside each field, or nothing."; not "Who has signed out sends nothing." but "A member who has signed out sends nothing."',
  find: ({ path, text }) =>
    /\.(ts|tsx|mjs|css)$/.test(path)
      ? commentsOf(text).flatMap(({ line, comment }) => {
          const [found] = QUESTION_WORD.exec(comment) ?? []
          return found ? [`line ${line}: ${found}`] : []
        })
      : [],
  keeps: [
    { path: 'web/ui/form/field.tsx', text: '/** The text beside each field, or nothing. */' },
    { path: 'web/ui/form/field.tsx', text: '// The service alone knows\n  // What a member may book.' },
    { path: 'web/ui/form/field.tsx', text: '// Whatever the browser kept is old.' },
    {
      path: 'web/ui/form/field.test.ts',
      text: `const text = '// What stays'\nconst more = "/* Who stays */"`,
    },
    { path: 'web/ui/form/field.test.ts', text: 'const text = `\n// Whose it is\n/** What it is */`' },
    { path: 'test/read-sheet.ts', text: 'const comment = /\\/\\/ What |\\/\\*\\* Who /' },
    {
      path: 'contract/endpoint.ts',
      text: 'type Call<\n  Who extends Audience,\n> = Who extends Audience ? 1 : 2',
    },
    { path: 'web/ui/field.css', text: '/* The label gives way to the field. What is left wraps. */' },
    { path: 'server/database/schema.sql', text: '-- What a code opens' },
  ],
  breaks: [
    { path: 'web/ui/form/field.tsx', text: '/** What each field says, or nothing. */' },
    {
      path: 'web/ui/form/field.tsx',
      text: 'const at = {\n  // Who has signed out sends nothing.\n  sent: 0 }',
    },
    { path: 'web/ui/form/field.tsx', text: 'return <p>{/* Whose turn it is. */}</p>' },
    { path: 'server/main.ts', text: 'listen() // Whoever comes first waits.' },
    { path: 'server/main.ts', text: '// One.\n\n// Whom to ask.' },
    { path: 'server/main.ts', text: 'if (/^web\\//.test(path)) wait()\n// What is left waits.' },
    { path: 'scripts/start.mjs', text: '/**\n * What is missing\n * is installed.\n */' },
    { path: 'web/ui/field.css', text: '/* What is left wraps. */' },
  ],
}

export const wordRules = [clock, databaseClock, environment, zone, colours, skippedTests, leftovers, subjects]
