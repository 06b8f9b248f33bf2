import type { Queued } from './queue.ts'

/** Other reservations of the same company that day, and of the same member at that time. */
export type CompetingRequests = Queued['competing']

export const competingTexts = (competing: CompetingRequests | undefined): string[] => [
  ...(competing && competing.overlapping > 0 ? [`겹치는 본인 예약 ${competing.overlapping}건`] : []),
  ...(competing && competing.company > 0 ? [`같은 회사 ${competing.company}건`] : []),
]
