import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ROOM = 4 * 2 ** 30

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM
  } catch {
    return false
  }
}

/** A new folder for a database: in memory where there is room, because a run writes more than ten gigabytes. */
export const makeScratchFolder = (prefix: string): string =>
  mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), prefix))
