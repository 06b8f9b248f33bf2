import type { WaitlistEntry } from '../../contract/waitlist.ts'

type Tour = Extract<WaitlistEntry, { type: 'VIP_TOUR' }>
type Meeting = Extract<WaitlistEntry, { type: 'GROUP_MEETING' }>
type Times = 'time' | 'end_time' | 'type' | 'visitor'
type Wanted = Pick<Tour, Times | 'docent'> | Pick<Meeting, Times | 'room'>

/** As its member knows it: docent of a tour, title of a meeting. */
export const wantedTitle = (entry: Wanted): string =>
  entry.type === 'VIP_TOUR' ? entry.docent.name : entry.visitor.title

export const wantedWhere = (entry: Wanted): string =>
  entry.type === 'VIP_TOUR'
    ? `${entry.docent.language} · ${entry.docent.start_point}`
    : `${entry.room.name} · ${entry.room.floor}층`

export const wantedRange = ({ time, end_time }: Wanted): string => `${time} ~ ${end_time}`
