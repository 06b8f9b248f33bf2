import { isScreenCode } from '../../domain/screen.ts'
import { newKey } from '../api/client.ts'
import { readStored, storeOnDevice } from '../browser/session-storage.ts'

export type Setup = { code: string; key: string }

export function takeSetup(room: string): Setup | null {
  // Per room: one computer may show two rooms.
  const name = `screen:${room}`
  const kept = readStored(name, 'localStorage') as Setup | null
  const code = location.hash.slice(1)
  if (!isScreenCode(code)) return kept
  const setup = { code, key: kept?.key ?? newKey() }
  // Without storage, each start is a new screen.
  storeOnDevice(name, JSON.stringify(setup))
  return setup
}
