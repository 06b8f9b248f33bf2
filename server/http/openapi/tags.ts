import type { Endpoint } from '../../../contract/endpoint.ts'

/** A call belongs to the first chapter that matches. */
const CHAPTERS: readonly [name: string, description: string, paths: RegExp][] = [
  [
    'Sign-up and sessions',
    'A member signs up with a mailed code and signs in with phone and name.',
    /^user\/(login|logout|register|verify-email|complete-registration|my-info|sessions)\/|^public\/sessions\//,
  ],
  [
    'Booking',
    'A member reads the times of a day, requests some, and follows the own reservations.',
    /^user\//,
  ],
  [
    'Walls and links',
    'Open to anybody: the boards of meeting rooms, shared day sheets, changes as they happen.',
    /^(public|display)\//,
  ],
  [
    'Administrators and sessions',
    'An administrator signs in; accounts and passwords.',
    /^admin\/(login|logout|my-info|password|admins|sessions)\//,
  ],
  [
    'Dates, docents and rooms',
    'The days of the event, who leads tours and where one meets.',
    /^admin\/(event-dates|docents|rooms)\//,
  ],
  [
    'Times',
    'The slots that can be booked: made one by one or planned, locked, deleted.',
    /^admin\/(available-tours|available-rooms|bulk-availability|slots)\//,
  ],
  [
    'Reservations',
    'Requests are decided, edited, moved, exported, and made for a member at the desk.',
    /^admin\/(reservations|arrivals|tours|reserve-tour|reserve-meeting)\//,
  ],
  ['Members', 'Members, their tiers, and their erasure.', /^admin\/users\//],
  [
    'The desk',
    'Overviews and figures, day sheets, mails, screens on walls, settings and the audit log.',
    /^admin\//,
  ],
]

export function tagOf({ path }: Pick<Endpoint, 'path'>): string {
  const chapter = CHAPTERS.find(([, , paths]) => paths.test(path.slice('/api/'.length)))
  if (!chapter) throw new Error(`No chapter of the API document holds ${path}`)
  return chapter[0]
}

export const TAGS = CHAPTERS.map(([name, description]) => ({ name, description }))
