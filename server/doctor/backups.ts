import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isOpen } from '../../domain/go-live.ts'
import { isoInMadrid } from '../../domain/madrid-time.ts'
import { backupOverdueHours } from '../../domain/nightly-backup.ts'
import { findBackupFate } from '../database/nightly-backup.ts'
import { backupFault } from '../service-report.ts'
import { roomIn, row } from './database.ts'
import type { Checks } from './examine.ts'
import { NotChecked, ok, problem } from './finding.ts'
import type { Installation } from './installation.ts'

function folderOf({ env }: Installation): string {
  if (!env.backup) throw new NotChecked('BACKUP_DIR is not set.')
  return env.backup.dir
}

const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? 0

export const BACKUP_CHECKS: Checks = {
  async 'backup folder'(at) {
    if (!at.env.backup && isOpen(at.env)) return problem('There are no nightly backups.', 'Set BACKUP_DIR.')
    const dir = folderOf(at)
    const own = backupFault(at.env)
    const cure = `install -d -m 700 -o fairslot -g fairslot ${dir}`
    if (own) return problem(`${dir} cannot be used (${own}).`, cure)
    const fault = (await at.running).find(({ backup_fault }) => backup_fault)?.backup_fault
    if (!fault) return ok(`${dir} can be written.`)
    return problem(
      `The service cannot write it (${fault}).`,
      `ReadWritePaths=${dir} in the unit, then restart it`,
    )
  },

  /** Space for two more backups. */
  async 'backup disk'(at) {
    const dir = folderOf(at)
    const size = 'select pg_database_size(current_database())::float8 as whole'
    const { whole } = await row<{ whole: number }>(at, size)
    const { file } = await findBackupFate((await at.database()).db)
    return roomIn(dir, 2 * ((file && (await sizeOf(join(dir, file)))) || whole))
  },

  async 'last backup'(at) {
    const dir = folderOf(at)
    const last = await findBackupFate((await at.database()).db)
    if (last.failure !== null && last.failed_at! > (last.succeeded_at ?? 0))
      return problem(last.failure, 'Remove the cause, then restart the service: it tries at once.')
    if (last.succeeded_at === null)
      return problem('There is none.', 'Start the service: it makes one at once.')
    const made = `That of ${isoInMadrid(last.succeeded_at)}`
    if (backupOverdueHours(last, at.now) > 0)
      return problem(`${made} is old.`, 'Read the log of the service.')
    if ((await sizeOf(join(dir, last.file!))) === 0)
      return problem(`${made} is gone.`, `Find out who deleted ${last.file} in ${dir}.`)
    return ok(`${made} was restored for a trial and counted.`)
  },
}
