/** The names of kept answers begin with this; a name goes on with what was asked. */
export const ANSWER = 'answer:'

/**
 * Keeps a text in session storage. When the phone gives no more room, the schedules of other days make it, the oldest
 * first: what somebody typed is worth more than what can be asked for again. False when nothing helped.
 */
export function storeForSession(name: string, text: string): boolean {
  for (;;) {
    try {
      sessionStorage.setItem(name, text)
      return true
    } catch {
      if (!dropOldestSchedule(name)) return false
    }
  }
}

function dropOldestSchedule(besides: string): boolean {
  const names = Array.from({ length: sessionStorage.length }, (_, i) => sessionStorage.key(i)!)
  const schedules = names
    .filter((name) => name.startsWith(ANSWER) && name.includes('/schedule/') && name !== besides)
    .map((name) => ({ name, at: (readStored(name) as { at?: number } | null)?.at ?? 0 }))
  const oldest = schedules.toSorted((a, b) => a.at - b.at)[0]
  if (oldest) sessionStorage.removeItem(oldest.name)
  return oldest !== undefined
}

/** The JSON value stored under this name; null for none, or for nonsense. */
export function readStored(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}
