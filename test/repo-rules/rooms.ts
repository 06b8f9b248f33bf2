import { importsOf, isScript, isTest, targetOf, type Rule } from './rule.ts'

/** Files that belong together, and the rooms that they may import from beside their own. */
type Room = { holds: RegExp; may: readonly string[] }

const WIRE = ['domain', 'contract']
const READS_AND_WRITES = ['web/api', 'web/api/reads', 'web/api/writes']
const DRAWN = ['web/components', 'web/ui', 'web/browser', 'web/paths.ts']
const ONE_SIDE = [...WIRE, ...READS_AND_WRITES, ...DRAWN]
const LAZY = 'web/shell/lazy.tsx'
const ADMIN_TASKS = ['web/admin/rearrange', 'web/admin/reservation-dialog', 'web/admin/walk-in']

/** Every room of the server and of the web app; a file belongs to the first that holds it. */
const ROOMS: Readonly<Record<string, Room>> = {
  domain: { holds: /^domain\//, may: [] },
  contract: { holds: /^contract\//, may: ['domain'] },

  'server/clock.ts': { holds: /^server\/clock\.ts$/, may: ['domain'] },
  'server/env.ts': { holds: /^server\/env\.ts$/, may: ['domain'] },
  'server/secret.ts': { holds: /^server\/secret\.ts$/, may: [] },
  'server/embedded': { holds: /^server\/embedded\//, may: [...WIRE, 'server/database'] },
  'server/database': { holds: /^server\/database\//, may: WIRE },
  'server/mail': { holds: /^server\/mail\//, may: [...WIRE, 'server/clock.ts', 'server/database'] },
  'server/outbox': {
    holds: /^server\/outbox\//,
    may: [
      ...WIRE,
      'server/clock.ts',
      'server/database',
      'server/http/address-list.ts',
      'server/mail',
      'server/secret.ts',
    ],
  },
  'server/command-context.ts': {
    holds: /^server\/command-context\.ts$/,
    may: ['server/database', 'server/mail/mail-types.ts'],
  },
  'server/spreadsheet': {
    holds: /^server\/spreadsheet\//,
    may: [...WIRE, 'server/http/streamed-file.ts'],
  },
  'server/http': {
    holds: /^server\/http\//,
    may: [
      ...WIRE,
      'server/database',
      'server/mail/mail-types.ts',
      'server/command-context.ts',
      'server/secret.ts',
    ],
  },
  'server/live': { holds: /^server\/live\//, may: [...WIRE, 'server/database', 'server/http'] },
  'server/features': {
    holds: /^server\/features\//,
    may: [
      ...WIRE,
      'server/command-context.ts',
      'server/database',
      'server/http',
      'server/live',
      'server/mail',
      'server/outbox',
      'server/secret.ts',
      'server/spreadsheet',
    ],
  },
  'server/sample-event': {
    holds: /^server\/sample-event\//,
    may: [...WIRE, 'server/command-context.ts', 'server/database', 'server/features'],
  },
  'server/backup': { holds: /^server\/backup\//, may: [...WIRE, 'server/database', 'server/secret.ts'] },
  server: {
    holds: /^server\/(?=[^/]+$)/,
    may: [
      ...WIRE,
      'server/backup',
      'server/clock.ts',
      'server/env.ts',
      'server/database',
      'server/embedded',
      'server/features',
      'server/http',
      'server/live',
      'server/mail',
      'server/outbox',
      'server/sample-event',
      'server/secret.ts',
      'server/spreadsheet',
    ],
  },
  'server/doctor': {
    holds: /^server\/doctor\//,
    may: [
      ...WIRE,
      'server',
      'server/clock.ts',
      'server/env.ts',
      'server/database',
      'server/features',
      'server/http',
      'server/mail',
      'server/outbox',
      'server/secret.ts',
    ],
  },
  'server/cli': {
    holds: /^server\/cli\//,
    may: [
      ...WIRE,
      'server',
      'server/backup',
      'server/clock.ts',
      'server/command-context.ts',
      'server/env.ts',
      'server/database',
      'server/doctor',
      'server/embedded',
      'server/features',
      'server/http',
      'server/mail',
      'server/outbox',
      'server/secret.ts',
    ],
  },

  'web/vite': { holds: /^web\/vite\//, may: ['web/paths.ts', 'web/screens.ts'] },
  'web/worker': { holds: /^web\/worker\//, may: [] },
  'web/paths.ts': { holds: /^web\/paths\.ts$/, may: WIRE },
  'web/browser': { holds: /^web\/browser\//, may: ['domain'] },
  'web/ui': { holds: /^web\/ui\//, may: ['domain', 'web/browser'] },
  'web/api/reads': { holds: /^web\/api\/reads\//, may: [...WIRE, 'web/api', 'web/browser', 'web/paths.ts'] },
  'web/api/writes': {
    holds: /^web\/api\/writes\//,
    may: [...WIRE, 'web/api', 'web/browser', 'web/paths.ts'],
  },
  'web/api': { holds: /^web\/api\/(?=[^/]+$)/, may: [...WIRE, 'web/browser', 'web/paths.ts'] },
  'web/shell': { holds: /^web\/shell\//, may: ['domain', 'web/browser', 'web/ui'] },
  'web/components': { holds: /^web\/components\//, may: [...WIRE, 'web/browser', 'web/ui'] },
  'web/visitor/components': { holds: /^web\/visitor\/components\//, may: [...ONE_SIDE, LAZY] },
  'web/admin/components': { holds: /^web\/admin\/components\//, may: [...ONE_SIDE, 'web/icon.svg', LAZY] },
  'web/admin/reservation-dialog': {
    holds: /^web\/admin\/reservation-dialog\//,
    may: [...ONE_SIDE, 'web/admin/components', LAZY],
  },
  'web/admin/rearrange': {
    holds: /^web\/admin\/rearrange\//,
    may: [...ONE_SIDE, 'web/admin/components', 'web/admin/reservation-dialog/reservation-cache.ts', LAZY],
  },
  'web/admin/walk-in': {
    holds: /^web\/admin\/walk-in\//,
    may: [...ONE_SIDE, 'web/admin/components', 'web/admin/reservation-dialog/reservation-cache.ts', LAZY],
  },
  'a screen of visitors': {
    holds: /^web\/visitor\/[^/]+\//,
    may: [...ONE_SIDE, 'web/visitor/components', LAZY],
  },
  'a screen of administrators': {
    holds: /^web\/admin\/[^/]+\//,
    may: [...ONE_SIDE, 'web/admin/components', ...ADMIN_TASKS, LAZY],
  },
  'a wall': { holds: /^web\/display\//, may: [...ONE_SIDE, LAZY] },
  'a shared day sheet': { holds: /^web\/day-sheet\//, may: [...ONE_SIDE, LAZY] },

  // Judges what a run has left without asking the server what it thinks.
  'torture/checker': { holds: /^torture\/checker\//, may: ['domain', 'torture/history.ts'] },
  torture: {
    holds: /^torture\//,
    may: [...WIRE, 'torture/checker', 'server/embedded', 'test/post-office.ts', 'test/server-process.ts'],
  },
}

const roomOf = (path: string) => Object.entries(ROOMS).find(([, { holds }]) => holds.test(path))

/** The part of a path that its room holds: two screens are two rooms of one kind. */
const placeOf = (path: string, { holds }: Room) => holds.exec(path)![0]

function mayImport(path: string, target: string): boolean {
  const [own, other] = [roomOf(path), roomOf(target)]
  if (!own) return true
  const [name, room] = own
  if (room.may.includes(target)) return true
  if (!other) return room.may.some((each) => target.startsWith(`${each}/`))
  if (other[0] !== name) return room.may.includes(other[0])
  return placeOf(target, room) === placeOf(path, room)
}

const rooms: Rule = {
  law: 'each room imports only from the rooms below it',
  instead:
    'The rooms and what each may import stand in test/repo-rules/rooms.ts. Move what two rooms need to the highest room that both may import: a rule to domain/, an element without knowledge of the product to web/ui/, what several screens of one side draw to its components/.',
  find: ({ path, text }) => {
    if (!/^(server|web|torture)\//.test(path) || !isScript(path) || isTest(path)) return []
    // The modules at the top of the web app wire it together.
    if (/^web\/[^/]+$/.test(path) && path !== 'web/paths.ts') return []
    return importsOf(text).filter((specifier) => {
      const target = targetOf(path, specifier)
      return target !== undefined && !mayImport(path, target)
    })
  },
  keeps: [
    { path: 'server/http/route.ts', text: `import type { Db } from '../database/transaction.ts'` },
    { path: 'server/live/snapshots.ts', text: `import { serialize } from '../http/serialized-answer.ts'` },
    {
      path: 'server/sample-event/sample-event.ts',
      text: `import { bookTour } from '../features/a/commands.ts'`,
    },
    { path: 'server/main.ts', text: `import { buildApp } from './build-app.ts'` },
    { path: 'web/ui/controls.tsx', text: `import { now } from '../browser/clock.ts'` },
    { path: 'web/api/reads/use-read.ts', text: `import { call } from '../client.ts'` },
    { path: 'web/visitor/profile/profile.tsx', text: `import { Counter } from './counter.tsx'` },
    { path: 'web/visitor/profile/profile.tsx', text: `import { Bar } from '../components/bar.tsx'` },
    {
      path: 'web/visitor/profile/profile.tsx',
      text: `import { lazy } from '../../shell/lazy.tsx'`,
    },
    { path: 'web/admin/timeline/row.tsx', text: `import { WalkIn } from '../walk-in/walk-in.tsx'` },
    { path: 'web/display/board/board.tsx', text: `import { Card } from '../card.tsx'` },
    { path: 'torture/run.ts', text: `import { check } from './checker/check.ts'` },
    { path: 'torture/checker/mails.ts', text: `import type { Evidence } from '../history.ts'` },
    { path: 'web/routes.tsx', text: `const profile = lazy(() => import('./visitor/profile/profile.tsx'))` },
  ],
  breaks: [
    { path: 'server/database/connect.ts', text: `import { route } from '../http/route.ts'` },
    { path: 'server/database/connect.ts', text: `import { startEmbedded } from '../embedded/embedded.ts'` },
    {
      path: 'server/outbox/worker.ts',
      text: `import { getSettings } from '../features/settings/queries.ts'`,
    },
    { path: 'server/http/route.ts', text: `import { makeSnapshots } from '../live/snapshots.ts'` },
    { path: 'server/http/route.ts', text: `import { layout } from '../mail/templates/layout.ts'` },
    { path: 'server/live/snapshots.ts', text: `import { schedule } from '../features/schedule/queries.ts'` },
    { path: 'server/features/places/queries.ts', text: `import { sample } from '../../sample-event/a.ts'` },
    { path: 'server/features/places/queries.ts', text: `import { buildApp } from '../../build-app.ts'` },
    { path: 'web/browser/clock.ts', text: `import type { Room } from '../../contract/place.ts'` },
    { path: 'web/ui/form/form.tsx', text: `import { ApiError } from '../../api/client.ts'` },
    { path: 'web/ui/controls.tsx', text: `import { Board } from '../display/board.tsx'` },
    { path: 'web/api/client.ts', text: `import { useRead } from './reads/use-read.ts'` },
    { path: 'web/api/reads/use-read.ts', text: `import { callWithRetry } from '../writes/retrying-call.ts'` },
    { path: 'web/api/writes/retrying-call.ts', text: `import { useRead } from '../reads/use-read.ts'` },
    { path: 'web/shell/reload.ts', text: `import { call } from '../api/client.ts'` },
    { path: 'web/components/tier.tsx', text: `import { call } from '../api/client.ts'` },
    { path: 'web/visitor/components/slot-grid.tsx', text: `import { reload } from '../../shell/reload.ts'` },
    { path: 'web/admin/components/tabs.tsx', text: `import { Row } from '../users/row.tsx'` },
    {
      path: 'web/admin/walk-in/walk-in.tsx',
      text: `import { D } from '../reservation-dialog/note-dialog.tsx'`,
    },
    { path: 'web/visitor/profile/profile.tsx', text: `import { Tab } from '../reservations/tab.tsx'` },
    { path: 'web/visitor/profile/profile.tsx', text: `import { reload } from '../../shell/reload.ts'` },
    { path: 'web/admin/users/users.tsx', text: `import { Tab } from '../../visitor/reservations/tab.tsx'` },
    { path: 'web/admin/users/users.tsx', text: `import { Bar } from '../../visitor/components/bar.tsx'` },
    { path: 'web/display/board.tsx', text: `import '../admin/users/users.css'` },
    { path: 'web/day-sheet/sheet.tsx', text: `import { Row } from '../admin/day-sheet/row.tsx'` },
    { path: 'web/vite/precompress.ts', text: `import { call } from '../api/client.ts'` },
    {
      path: 'torture/checker/mails.ts',
      text: `import { hostOf } from '../../server/mail/reservation-id.ts'`,
    },
    { path: 'torture/run.ts', text: `import { buildApp } from '../server/build-app.ts'` },
  ],
}

const buildPlugins: Rule = {
  law: 'the plugins of the build are imported by vite.config.ts alone',
  instead: 'They run on Node while the app is built; the app itself must not know them.',
  find: ({ path, text }) =>
    path.startsWith('web/') && !path.startsWith('web/vite/') && isScript(path) && !isTest(path)
      ? importsOf(text).filter((specifier) => targetOf(path, specifier)?.startsWith('web/vite/'))
      : [],
  keeps: [{ path: 'vite.config.ts', text: `import { precompress } from './web/vite/precompress.ts'` }],
  breaks: [{ path: 'web/main.tsx', text: `import { precompress } from './vite/precompress.ts'` }],
}

export const roomRules = [rooms, buildPlugins]
