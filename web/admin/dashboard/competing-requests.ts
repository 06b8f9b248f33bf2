import type { Queued } from './queue.ts'

/** The number of other reservations beside a request: its company's on that date, and its member's at the same time. */
export type CompetingRequests = Queued['competing']

/** Other facts to weigh: the same company's other reservations of that date, and the member's own at that time. */
export const competingTexts = (competing: CompetingRequests | undefined): string[] => [
  ...(competing && competing.overlapping > 0 ? [`겹치는 본인 예약 ${competing.overlapping}건`] : []),
  ...(competing && competing.company > 0 ? [`같은 회사 ${competing.company}건`] : []),
]
