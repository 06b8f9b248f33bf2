import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Writable } from 'node:stream'

/**
 * Makes a file that only its owner reads, whole or not at all: it is written under another name, and gets its own when
 * all of it is on the disk. A file that is there already is left alone.
 */
export async function writeWholeFile<Made>(
  path: string,
  write: (target: Writable) => Promise<Made>,
): Promise<Made> {
  const file = resolve(path)
  if (existsSync(file)) throw new Error(`${file} is there already: choose another name.`)
  const draft = `${file}.${process.pid}.part`
  // Opened here, so that a folder that is not there is told before anything writes to it.
  const target = (await open(draft, 'w', 0o600)).createWriteStream({ flush: true })
  try {
    const made = await write(target)
    await rename(draft, file)
    await syncFolder(dirname(file))
    return made
  } catch (error) {
    target.destroy()
    await rm(draft, { force: true })
    throw error
  }
}

/** Without it a power cut could take the new name back. Where folders cannot be synced, on Windows, nothing is to do. */
async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
