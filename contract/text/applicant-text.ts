import type { Reservation } from '../reservation.ts'

/** Shown where a member would be named. */
export const WALK_IN_TEXT = '현장 방문'

export const ERASED_TEXT = '삭제된 회원'

export const applicantName = ({ user }: Pick<Reservation, 'user'>): string => user?.name ?? WALK_IN_TEXT

/** Its texts are gone and stay so. */
export const isErased = ({ user, visitor }: Pick<Reservation, 'user' | 'visitor'>): boolean =>
  user ? user.id === null : visitor.company === ''
