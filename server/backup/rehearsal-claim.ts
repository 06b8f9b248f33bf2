import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `keep`: the folder is nobody's to delete. */
type Claim = { pid: number; folder: string; keep: boolean }

/**
 * Takes the one place for a rehearsal that a DATA_DIR has. Throws while another one runs; answers the folder that one
 * which was killed has left behind.
 */
export function claimRehearsal(
  dataDir: string,
  folder: string,
  keep: boolean,
): { left_behind: string | undefined; release: () => void } {
  const file = join(dataDir, 'rehearsal.json')
  const claim: Claim = { pid: process.pid, folder, keep }
  const former = readClaim(file)
  if (former && isRunning(former.pid))
    throw new Error(
      `A rehearsal is running already (process ${former.pid}, in ${former.folder}): end it first. If that is none, delete ${file}.`,
    )
  if (former) rmSync(file, { force: true })
  const left_behind = former && !former.keep && existsSync(former.folder) ? former.folder : undefined
  if (existsSync(folder) && folder !== left_behind)
    throw new Error(`${folder} is there already: delete it, or choose another one with --dir.`)
  mkdirSync(dataDir, { recursive: true })
  // Of two at once one fails here.
  writeFileSync(file, JSON.stringify(claim), { flag: 'wx' })
  return { left_behind, release: () => rmSync(file, { force: true }) }
}

function readClaim(file: string): Claim | undefined {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim
  } catch (error) {
    // A full disk, or a power cut in the middle.
    throw new Error(`${file} cannot be read: delete it if no rehearsal is running.`, { cause: error })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
