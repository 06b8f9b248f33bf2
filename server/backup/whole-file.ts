import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Writable } from 'node:stream'

/** Refuses to overwrite. A draft is renamed once it is on disk. */
export async function writeWholeFile<Made>(
  path: string,
  write: (target: Writable) => Promise<Made>,
): Promise<Made> {
  const file = resolve(path)
  if (existsSync(file)) throw new Error(`${file} already exists: choose another name.`)
  const draft = `${file}.${process.pid}.part`
  // A missing folder fails before any work.
  const target = (await open(draft, 'w', 0o600)).createWriteStream({ flush: true })
  try {
    const made = await write(target)
    await rename(draft, file)
    await syncFolder(dirname(file))
    return made
  } catch (error) {
    target.destroy()
    await rm(draft, { force: true })
    throw nameFullDisk(error, dirname(file))
  }
}

/** `readableFailure` would blame the disk of DATA_DIR. */
export const nameFullDisk = (error: unknown, place: string) =>
  (error as NodeJS.ErrnoException).code === 'ENOSPC'
    ? new Error(`The disk of ${place} is full.`, { cause: error })
    : error

/** Otherwise a power cut could undo the rename. Windows does not need it. */
async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
