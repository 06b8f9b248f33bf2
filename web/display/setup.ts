import { isScreenCode } from '../../domain/screen.ts'

/** The screen that a set-up link made of this browser, beside one room. */
export type Setup = { code: string; key: string }

// One for each room: a computer behind two panels shows two of them in one browser.
const nameOf = (room: string) => `screen:${room}`

/** The set-up in the address, or else the one of before: many a screen starts with the address that it had last. */
export function takeSetup(room: string): Setup | null {
  const kept = readKept(room)
  const code = location.hash.slice(1)
  if (!isScreenCode(code)) return kept
  const setup = { code, key: kept?.key ?? newKey() }
  try {
    localStorage.setItem(nameOf(room), JSON.stringify(setup))
  } catch {
    // A browser that keeps nothing is a new screen after each start.
  }
  return setup
}

function readKept(room: string): Setup | null {
  try {
    return JSON.parse(localStorage.getItem(nameOf(room)) ?? 'null') as Setup | null
  } catch {
    return null
  }
}

const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
