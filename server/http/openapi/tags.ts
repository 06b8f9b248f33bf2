import type { Endpoint } from '../../../contract/endpoint.ts'

type Call = Pick<Endpoint, 'audience' | 'path'>
type Tag = { name: string; description: string; holds: (call: Call) => boolean }

const below =
  (...folders: string[]) =>
  ({ path }: Call) =>
    folders.some((folder) => path.startsWith(`/api/${folder}/`))

/** The chapters of the document, each with the calls that it holds; a call belongs to the first that does. */
const CHAPTERS: readonly Tag[] = [
  {
    name: 'Sign-up and sessions',
    description: 'A member signs up with a mailed code and signs in with phone and name.',
    holds: below(
      'user/login',
      'user/logout',
      'user/register',
      'user/verify-email',
      'user/complete-registration',
      'user/my-info',
    ),
  },
  {
    name: 'Booking',
    description: 'A member reads the times of a day, requests some, and follows the own reservations.',
    holds: below('user'),
  },
  {
    name: 'Walls and links',
    description: 'Open to anybody: the boards of meeting rooms, shared day sheets, changes as they happen.',
    holds: below('public', 'display'),
  },
  {
    name: 'Administrators and sessions',
    description: 'An administrator signs in; accounts and passwords.',
    holds: below('admin/login', 'admin/logout', 'admin/my-info', 'admin/password', 'admin/admins'),
  },
  {
    name: 'Dates, docents and rooms',
    description: 'The days of the event, who leads tours and where one meets.',
    holds: below('admin/event-dates', 'admin/docents', 'admin/rooms'),
  },
  {
    name: 'Times',
    description: 'The slots that can be booked: made one by one or planned, locked, deleted.',
    holds: below('admin/available-tours', 'admin/available-rooms', 'admin/bulk-availability', 'admin/slots'),
  },
  {
    name: 'Reservations',
    description: 'Requests are decided, edited, moved, exported, and made for a member at the desk.',
    holds: below(
      'admin/reservations',
      'admin/arrivals',
      'admin/tours',
      'admin/reserve-tour',
      'admin/reserve-meeting',
    ),
  },
  {
    name: 'Members',
    description: 'Members, their tiers, and their erasure.',
    holds: below('admin/users'),
  },
  {
    name: 'The desk',
    description: 'Overviews and figures, day sheets, mails, screens on walls, settings and the audit log.',
    holds: below('admin'),
  },
]

/** The chapter of a call. Throws for an audience without one: a new kind of caller needs a new chapter. */
export function tagOf(call: Call): string {
  const chapter = CHAPTERS.find(({ holds }) => holds(call))
  if (!chapter) throw new Error(`No chapter of the API document holds ${call.path}`)
  return chapter.name
}

export const TAGS = CHAPTERS.map(({ name, description }) => ({ name, description }))
