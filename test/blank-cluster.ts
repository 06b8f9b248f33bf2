import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureCluster } from '../server/embedded/cluster.ts'
import { findPlace } from '../server/embedded/place.ts'

const MAKER = new URL('../server/embedded/cluster.ts', import.meta.url)

/** The files of a cluster in which nothing has been done yet; one copy stays for all runs of this user. */
async function findBlank(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairslot-blank-'))
  try {
    // Root makes it as another user, who must be able to pass.
    chmodSync(dataDir, 0o711)
    const place = findPlace(dataDir, dataDir)
    const madeBy = createHash('sha256').update(place.binaries.initdb).update(readFileSync(MAKER))
    const name = `fairslot-blank-${process.getuid!()}-${madeBy.digest('hex').slice(0, 12)}`
    const blank = join(tmpdir(), name)
    if (existsSync(blank)) return blank
    await ensureCluster(place, false)
    try {
      renameSync(place.cluster, blank)
    } catch (error) {
      // Another worker was faster.
      if (!existsSync(blank)) throw error
    }
    return blank
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

let blank: Promise<string> | undefined

/** Gives a DATA_DIR that has no database the files of a new one: to make them takes longer than to start a server. */
export async function giveBlankCluster(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  // A folder that the server is to make, it makes with the rights that its database needs.
  if (!existsSync(dataDir) || existsSync(cluster) || existsSync(join(dataDir, 'database-location.txt')))
    return
  execFileSync('cp', ['-a', await (blank ??= findBlank()), cluster])
}
