import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureCluster } from '../server/embedded/cluster.ts'
import { findPlace } from '../server/embedded/place.ts'

const MAKER = new URL('../server/embedded/cluster.ts', import.meta.url)

/** An unused cluster; one copy is shared by all runs of this user. */
async function findBlank(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairslot-blank-'))
  try {
    // Root creates it as another user, who must be able to enter it.
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
      // Another worker was first.
      if (!existsSync(blank)) throw error
    }
    return blank
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

let blank: Promise<string> | undefined

/** Copying a cluster is faster than creating one with initdb. */
export async function giveBlankCluster(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  // A missing folder is created by the server, with the rights that its database needs.
  if (!existsSync(dataDir) || existsSync(cluster) || existsSync(join(dataDir, 'database-location.txt')))
    return
  execFileSync('cp', ['-a', await (blank ??= findBlank()), cluster])
  // No test cuts the power, and a killed process leaves what it wrote to the system.
  appendFileSync(join(cluster, 'postgresql.auto.conf'), 'fsync = off\nfull_page_writes = off\n')
}
