import type { Endpoint } from '../../../contract/endpoint.ts'

/** A call belongs to the first topic that matches. */
const TOPICS: readonly [name: string, description: string, paths: RegExp][] = [
  ['Event', 'What is known without a login.', /^public\/(info|event|privacy)\//],
  ['Sign-up', 'A member in three steps, with a mailed code.', /^user\/(register|verify-email|complete-r)/],
  ['Login', 'A member’s sessions.', /^(user\/(login|login-code|logout|sessions)|public\/sessions)\//],
  ['Own account', 'Data of a member, and its erasure.', /^user\/(my-(info|data|erasure)|push)\//],
  ['Schedule', 'Days, docents, rooms, and times of a day.', /^user\/(event-d|docents|rooms|schedule|avail)/],
  ['Booking', 'A member requests times and follows them.', /^user\/(reserve-|my-res|cancel|meeting-)/],
  ['Waiting list', 'Requests for times that are taken.', /^(user|admin)\/waitlist\/(?!settings)/],
  ['Calendars', 'Links for calendar programs.', /^(public\/calendar|(user|admin)\/calendar-feeds?)\//],
  ['Changes', 'Server-sent events, in place of polling.', /\/changes\//],
  [
    'Boards',
    'What walls show, and the screens on them.',
    /^(display|public\/screens|admin\/(screens|rooms\/\{id\}\/screen))/,
  ],
  [
    'Day sheets',
    'A day of a docent or room, on paper or by link.',
    /\/(day-sheets|day-sheet-links|day-reports)\//,
  ],
  [
    'Administrators',
    'Login, sessions, accounts, passwords.',
    /^(public\/sign-on|admin\/(login|logout|my-info|password|confirm|admins|sessions))\//,
  ],
  ['Second factor', 'Codes of an authenticator app.', /^admin\/second-factor\//],
  ['Event days', 'The days of the event.', /^admin\/event-dates\//],
  ['Docents', 'Docents, who lead tours.', /^admin\/docents\//],
  ['Rooms', 'Meeting rooms.', /^admin\/rooms\//],
  [
    'Slots',
    'Times that can be booked: added, locked, deleted.',
    /^admin\/(available-|bulk-availability|slots)/,
  ],
  ['Arrivals', 'Arrivals of visitors.', /^admin\/(arrivals\/(?!settings)|reservations\/\{id\}\/arrival)/],
  ['Decisions', 'Approve, reject, cancel, and take back.', /^admin\/reservations\/.*(action|take-back)\//],
  ['Walk-ins', 'Booked by an administrator at the desk.', /^admin\/(reserve-|walk-in)/],
  ['Reservations', 'Found, edited, moved, and exported.', /^admin\/(reservations|tours)\//],
  ['Members', 'Found, added, imported, and erased.', /^admin\/users\//],
  ['Overview', 'The dashboard, what needs attention, search.', /^admin\/(dashboard|attention|search)\//],
  ['Figures', 'Fill rates, durations, counts.', /^admin\/(numbers|closing\/report)\//],
  ['Mails', 'What was sent, and messages to members.', /^admin\/(mails|messages)\//],
  ['Settings', 'Settings of the event.', /^admin\/(.*\/)?settings\/|^admin\/reasons\//],
  ['Setting up', 'From the sample event to the real one.', /^admin\/(setup|go-live|sample)\//],
  ['Closing', 'The archive, erasure, and the next event.', /^admin\/closing\//],
  ['Audit log', 'What administrators have done.', /^admin\/audit\//],
  ['Webhooks', 'Events that are sent to other programs.', /^admin\/webhooks\//],
  ['API tokens', 'What other programs may call.', /^admin\/api-tokens\//],
]

const OTHER = 'Other calls'

export const tagOf = ({ path }: Pick<Endpoint, 'path'>): string =>
  TOPICS.find(([, , paths]) => paths.test(path.slice('/api/'.length)))?.[0] ?? OTHER

export const TAGS = TOPICS.map(([name, description]) => ({ name, description }))
