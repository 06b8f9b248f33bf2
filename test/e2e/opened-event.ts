import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { makeDataDir, startServer } from '../server-process.ts'

/** An ordinary show day, a little after the doors have opened. */
export const MORNING = '2026-11-20T09:05:00+01:00'

const PLACE = 'OPENED_EVENT'

/**
 * Opens the sample event once for a whole run of browser tests, each file of which begins with a copy of it: to make the
 * tables and the event takes more work than to start a server.
 */
export default async function openEvent(): Promise<() => void> {
  const dataDir = makeDataDir()
  const server = await startServer({ DATA_DIR: dataDir, CLOCK_START: MORNING })
  await server.stop()
  process.env[PLACE] = dataDir
  return () => rmSync(dataDir, { recursive: true })
}

/** Gives a DATA_DIR the event as it stood when it had been opened. */
export function giveOpenedEvent(dataDir: string): void {
  // The dot, which `join` would drop, copies what is in the folder and not the folder.
  execFileSync('cp', ['-a', `${process.env[PLACE]!}/.`, dataDir])
}
