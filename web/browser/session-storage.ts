export const ANSWER = 'answer:'

/** If full, deletes the oldest cached schedules: typed text is worth more. False if that was not enough. */
export function storeForSession(name: string, text: string): boolean {
  try {
    sessionStorage.setItem(name, text)
    return true
  } catch {
    return dropOldestSchedule(name) && storeForSession(name, text)
  }
}

function dropOldestSchedule(besides: string): boolean {
  const schedules = storedNames()
    .filter((name) => name.startsWith(ANSWER) && name.includes('/schedule/') && name !== besides)
    .map((name) => ({ name, at: (readStored(name) as { at?: number } | null)?.at ?? 0 }))
  const oldest = schedules.toSorted((a, b) => a.at - b.at)[0]
  if (oldest) sessionStorage.removeItem(oldest.name)
  return oldest !== undefined
}

function storedNames(): string[] {
  try {
    return Array.from({ length: sessionStorage.length }, (_, i) => sessionStorage.key(i)!)
  } catch {
    // The browser forbids storage.
    return []
  }
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
