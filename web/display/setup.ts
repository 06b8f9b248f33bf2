import { isScreenCode } from '../../domain/screen.ts'
import { readStored } from '../browser/session-storage.ts'

export type Setup = { code: string; key: string }

// Per room: one computer may show two rooms.
const nameOf = (room: string) => `screen:${room}`

export function takeSetup(room: string): Setup | null {
  const kept = readStored(nameOf(room), 'localStorage') as Setup | null
  const code = location.hash.slice(1)
  if (!isScreenCode(code)) return kept
  const setup = { code, key: kept?.key ?? newKey() }
  try {
    localStorage.setItem(nameOf(room), JSON.stringify(setup))
  } catch {
    // Without storage, each start is a new screen.
  }
  return setup
}

const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
