export const ANSWER = 'answer:'

/** If full, deletes the oldest cached schedules: typed text is worth more. False if that was not enough. */
export function storeForSession(name: string, text: string): boolean {
  try {
    sessionStorage.setItem(name, text)
    return true
  } catch (failure) {
    return (
      (failure as Error).name !== 'SecurityError' && dropOldestSchedule(name) && storeForSession(name, text)
    )
  }
}

/** False if the device keeps no more. */
export function storeOnDevice(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text)
    return true
  } catch {
    return false
  }
}

function dropOldestSchedule(besides: string): boolean {
  const [oldest] = Object.keys(sessionStorage)
    .filter((name) => /^answer:.*\/schedule\//.test(name) && name !== besides)
    .sort((a, b) => answeredAt(a) - answeredAt(b))
  if (oldest) sessionStorage.removeItem(oldest)
  return oldest !== undefined
}

export function deleteKeys(storage: Storage, own: RegExp): void {
  for (const name of Object.keys(storage)) if (own.test(name)) storage.removeItem(name)
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

/** Zero for a missing or invalid answer. */
export const answeredAt = (name: string, storage?: 'localStorage'): number =>
  (readStored(name, storage) as { at?: number } | null)?.at ?? 0
