/** The measured costs of one role: processor time in milliseconds, memory in bytes. */
export type RoleCosts = {
  /** A program with nobody there, a minute. */
  idleMs: number
  idleBytes: number
  /** One who looks on, while nothing changes, a minute. */
  phoneMs: number
  boardMs: number
  adminMs: number
  phoneBytes: number
  /** A change, wherever it comes from: of the day's times for each program, and for each who hears of it. */
  changeMs: number
  phoneHearsMs: number
  boardHearsMs: number
  adminHearsMs: number
  /** A booking and a decision with all their mails, without what others hear of them. */
  bookingMs: number
  decisionMs: number
}

export type HallOf = {
  phones: number
  boards: number
  admins: number
  processes: number
  bookingsAMinute: number
  decisionsAMinute: number
}

/** The part of phones that shows the times of a day (bench/hall/pattern.ts). */
const SHOWS_TIMES = 0.8
/** The part of decisions that gives times back. */
const GIVES_BACK = 0.2
/** Administrators hear once a second (server/live/admin-streams.ts). */
const ADMIN_HEARS_A_MINUTE = 60
/** A program tells so many phones in a minute (server/live/pacer.ts). */
const TOLD_A_MINUTE = 60_000

/** The processor time that all programs need a minute, in milliseconds, by what causes it; and the memory of each. */
export function loadOf(costs: RoleCosts, hall: HallOf) {
  const { phones, boards, admins, processes, bookingsAMinute, decisionsAMinute } = hall
  const changes = bookingsAMinute + decisionsAMinute
  const ofTimes = bookingsAMinute + decisionsAMinute * GIVES_BACK
  const told = Math.min(ofTimes * phones * SHOWS_TIMES, TOLD_A_MINUTE * processes)
  const parts = {
    idle: costs.idleMs * processes,
    polls: phones * costs.phoneMs + boards * costs.boardMs + admins * costs.adminMs,
    'phones that hear': ofTimes * costs.changeMs * processes + told * costs.phoneHearsMs,
    'boards that hear': changes * boards * costs.boardHearsMs,
    'administrators that hear': Math.min(changes, ADMIN_HEARS_A_MINUTE) * admins * costs.adminHearsMs,
    'bookings and decisions': bookingsAMinute * costs.bookingMs + decisionsAMinute * costs.decisionMs,
  }
  const cpuMs = Object.values(parts).reduce((sum, each) => sum + each, 0)
  return { parts, cpuMs, bytes: costs.idleBytes + (phones / processes) * costs.phoneBytes }
}

/** Above this part of a core a program's answers begin to wait for each other. */
export const FULL = 0.7

/** How many phones one program carries, with as much going on for each of them as in this hall. */
export function phonesOfOneProcess(costs: RoleCosts, hall: HallOf): number {
  const fits = (phones: number) => {
    const times = phones / hall.phones
    const { cpuMs } = loadOf(costs, {
      ...hall,
      phones,
      processes: 1,
      bookingsAMinute: hall.bookingsAMinute * times,
      decisionsAMinute: hall.decisionsAMinute * times,
    })
    return cpuMs <= FULL * 60_000
  }
  let [low, high] = [0, 1_000_000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
