import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `keep`: do not delete the folder. */
type Claim = { pid: number; folder: string; keep: boolean }

/** One rehearsal per DATA_DIR. Returns the leftover folder of a killed one. */
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
      `A rehearsal is running already (process ${former.pid}, in ${former.folder}): end it first. If that process is something else, delete ${file}.`,
    )
  const left_behind = former && !former.keep && existsSync(former.folder) ? former.folder : undefined
  if (existsSync(folder) && folder !== left_behind)
    throw new Error(`${folder} already exists: delete it, or choose another one with --dir.`)
  if (former) rmSync(file, { force: true })
  mkdirSync(dataDir, { recursive: true })
  // Fails if another rehearsal starts at the same time.
  writeFileSync(file, JSON.stringify(claim), { flag: 'wx' })
  return { left_behind, release: () => rmSync(file, { force: true }) }
}

function readClaim(file: string): Claim | undefined {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim
  } catch (error) {
    // Written only in part.
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
