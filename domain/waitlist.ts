/** Why an entry that waits would not get its time if that became free now, though nobody else had it. */
export const PASSED_OVER = ['tier_required', 'party_size', 'too_many_reservations'] as const

/**
 * The states of an entry: it waits, became a request, or has ended: its member left or was taken off the list, its time
 * was deleted or got by its member otherwise, or it has begun.
 */
export const WAITLIST_STATES = [
  'waiting',
  'served',
  'left',
  'removed',
  'time_deleted',
  'booked',
  'expired',
] as const
