/** One read of a screen, with the file of the app that makes it so. */
export type Read = {
  name: string
  /** `{date}` and `{room}` stand for what the person looks at. */
  path: string
  /** How often it is made; null: once, when the screen opens. */
  everyMs: number | null
  /** The topic of the stream after which it is made anew. */
  hears?: string
  /** Sent as JSON: a write that is made as often. */
  body?: string
  from: string
}

export type Screen = {
  name: string
  /** Which part of those with this role have it open. */
  share: number
  /** The page that a reload loads first; none where nobody reloads it. */
  page?: string
  reads: readonly Read[]
  /** Where it listens; it watches what its reads hear. */
  stream: string
  /** Whether it says of each topic what it shows (web/api/reads/stream/change-stream.ts). */
  tellsShown?: boolean
  /** Over how long readings after a change are spread, and how far apart two of them are at least. */
  spreadMs: number
  gapMs: number
}

const POLL_MS = 30_000
const PUBLIC = { stream: '/api/public/changes/', gapMs: 0 }
const DASHBOARD = 'web/visitor/dashboard/dashboard-screen.tsx'

const memberOnce: Read = {
  name: 'my-info',
  path: '/api/user/my-info/',
  everyMs: null,
  from: 'web/visitor/components/use-member.ts',
}
const dates = (from: string): Read => ({
  name: 'event-dates',
  path: '/api/user/event-dates/',
  everyMs: POLL_MS,
  from,
})
const schedule = (from: string): Read => ({
  name: 'schedule',
  path: '/api/user/schedule/?date={date}',
  everyMs: POLL_MS,
  hears: 'schedule:{date}',
  from,
})
const mine = (from: string): Read => ({
  name: 'my-reservations',
  path: '/api/user/my-reservations/',
  everyMs: POLL_MS,
  hears: 'mine',
  from,
})
const waitlist = (from: string): Read => ({
  name: 'waitlist',
  path: '/api/user/waitlist/',
  everyMs: POLL_MS,
  hears: 'waits',
  from,
})
const publicInfo = (everyMs: number | null, from: string): Read => ({
  name: 'public-info',
  path: '/api/public/info/',
  everyMs,
  from,
})

const PHONES = { ...PUBLIC, spreadMs: 500, tellsShown: true }

/** The screens that visitors have open while they look at their phones; one that is in a pocket asks for nothing. */
export const PHONE_SCREENS: readonly Screen[] = [
  {
    ...PHONES,
    name: 'dashboard',
    page: '/dashboard',
    share: 0.7,
    reads: [
      memberOnce,
      dates(DASHBOARD),
      schedule('web/visitor/dashboard/day-schedule.tsx'),
      mine(DASHBOARD),
      waitlist(DASHBOARD),
    ],
  },
  {
    ...PHONES,
    name: 'own reservations',
    page: '/reservations',
    share: 0.2,
    reads: [
      memberOnce,
      mine('web/visitor/reservations/reservations-screen.tsx'),
      waitlist('web/visitor/reservations/reservations-screen.tsx'),
    ],
  },
  {
    ...PHONES,
    name: 'booking form',
    page: '/reserve-room',
    share: 0.1,
    reads: [
      memberOnce,
      publicInfo(null, 'web/visitor/reserve/booking-frame.tsx'),
      schedule('web/visitor/reserve/use-chosen-time.ts'),
      mine('web/visitor/reserve/use-chosen-time.ts'),
    ],
  },
]

export const BOARD_SCREEN: Screen = {
  ...PUBLIC,
  name: 'board',
  share: 1,
  spreadMs: 0,
  reads: [
    {
      name: 'board',
      path: '/api/display/rooms/{room}/',
      everyMs: 10_000,
      hears: 'room:{room}',
      from: 'web/display/board-screen.tsx',
    },
    publicInfo(600_000, 'web/display/face/board-face.tsx'),
    { name: 'page', path: '/', everyMs: 60_000, from: 'web/display/served-build.ts' },
    {
      name: 'check-in',
      path: '/api/public/screens/',
      everyMs: 60_000,
      hears: 'screens:{room}',
      body: '{check_in}',
      from: 'web/display/check-in.ts',
    },
  ],
}

const REFRESHED = 'reservations'
const asAdmin = (name: string, from: string, everyMs: number | null = POLL_MS): Read => ({
  name: `admin ${name.replace(/\/?\?.*/, '')}`,
  path: `/api/admin/${name}`,
  everyMs,
  from,
})
const refreshed = (name: string, from: string): Read => ({ ...asAdmin(name, from), hears: REFRESHED })

const LAYOUT: readonly Read[] = [
  asAdmin('settings/', 'web/admin/layout/admin-layout.tsx', null),
  asAdmin('attention/', 'web/admin/layout/late/attention.tsx'),
]
const placesAndDay = (from: string): readonly Read[] => [
  asAdmin('event-dates/', from),
  asAdmin('docents/', from),
  asAdmin('rooms/', from),
  refreshed('dashboard/stats/', from),
  refreshed('available-tours/?date={date}', from),
  refreshed('available-rooms/?date={date}', from),
]
const DESK = { stream: '/api/admin/changes/', spreadMs: 500, gapMs: 1_000 }
const QUEUE = 'web/admin/dashboard/use-queue-reads.ts'
const TIMELINE = 'web/admin/timeline/use-timeline.ts'
const GRID = 'web/admin/reservation/use-reservation-grid.ts'

export const ADMIN_SCREENS: readonly Screen[] = [
  {
    ...DESK,
    name: 'queue',
    share: 0.4,
    reads: [
      ...LAYOUT,
      refreshed('dashboard/?part=coming&order=start&page=1&page_size=200', QUEUE),
      asAdmin('setup/', 'web/admin/dashboard/checklist/checklist.tsx'),
    ],
  },
  {
    ...DESK,
    name: 'timeline',
    share: 0.3,
    reads: [
      ...LAYOUT,
      ...placesAndDay(TIMELINE),
      refreshed('reservations/?date={date}&status=active&page=1&page_size=2000', TIMELINE),
    ],
  },
  {
    ...DESK,
    name: 'grid',
    share: 0.3,
    reads: [
      ...LAYOUT,
      ...placesAndDay(GRID),
      refreshed('reservations/?date={date}&type=all&status=active&page=1&page_size=2000', GRID),
    ],
  },
]

/** How the app waits, with the file that says so. */
export const WAITS = {
  /** A poll comes up to this part sooner (web/api/reads/use-read.ts). */
  paceSpread: 0.1,
  retries: 2,
  firstRetryMs: 1_000,
  afterFailureMs: 10_000,
  longestAskedMs: 10_000,
  /** A screen listens this long after it has opened (web/api/reads/use-changes.ts and stream/change-stream.ts). */
  listenAfterMs: 1_300,
  /** A refused stream is tried again (web/api/reads/stream/change-stream.ts). */
  streamAgainMs: 5_000,
  streamLongestMs: 300_000,
  /** A write: its patience, an attempt's, and the longest pause (web/api/writes/retrying-call.ts). */
  writeMs: 45_000,
  attemptMs: 10_000,
  longestPauseMs: 8_000,
} as const

/** The screen of the n-th of `count` who share these. */
export function screenOf(screens: readonly Screen[], n: number, count: number): Screen {
  const at = (n + 0.5) / count
  let upTo = 0
  for (const screen of screens) {
    upTo += screen.share
    if (at < upTo) return screen
  }
  return screens.at(-1)!
}

/** How many polls a minute a screen makes while nothing changes. */
const pollsOf = ({ reads }: Screen): number =>
  reads
    .flatMap(({ everyMs }) => everyMs ?? [])
    .reduce((sum, everyMs) => sum + 60_000 / (everyMs * (1 - WAITS.paceSpread / 2)), 0)

/** The polls that so many people make in a minute at most. */
export function pollsAMinute({ phones, boards, admins }: { phones: number; boards: number; admins: number }) {
  const of = (screens: readonly Screen[], count: number) =>
    screens.reduce((sum, screen) => sum + screen.share * count * pollsOf(screen), 0)
  return of(PHONE_SCREENS, phones) + of([BOARD_SCREEN], boards) + of(ADMIN_SCREENS, admins)
}
