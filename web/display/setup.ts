import { isScreenCode } from '../../domain/screen.ts'

/** What a set-up link made of this browser: a screen beside one room. */
export type Setup = { room: string; code: string; key: string }

const SETUP = 'screen'

/** The set-up in the address, or else the one of before: many a screen starts with the address that it had last. */
export function takeSetup(room: string): Setup | null {
  const kept = readKept()
  const code = location.hash.slice(1)
  if (!isScreenCode(code)) return kept?.room === room ? kept : null
  const setup = { room, code, key: kept?.key ?? newKey() }
  try {
    localStorage.setItem(SETUP, JSON.stringify(setup))
  } catch {
    // A browser that keeps nothing is a new screen after each start.
  }
  return setup
}

function readKept(): Setup | null {
  try {
    return JSON.parse(localStorage.getItem(SETUP) ?? 'null') as Setup | null
  } catch {
    return null
  }
}

const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
