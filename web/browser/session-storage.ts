export const ANSWER = 'answer:'

/** If full, deletes the oldest cached schedules: typed text is worth more. False if that was not enough. */
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

/** Null for a missing or invalid value. */
export function readStored(
  name: string,
  storage: 'sessionStorage' | 'localStorage' = 'sessionStorage',
): unknown {
  try {
    return JSON.parse(globalThis[storage].getItem(name) ?? 'null')
  } catch {
    return null
  }
}
