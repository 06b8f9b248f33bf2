import { isOpen } from '../../domain/go-live.ts'
import { warningLines } from '../go-live-warnings.ts'
import { isOtherSecret, OTHER_SECRET } from '../known-secret.ts'
import { readSecret } from '../secret.ts'
import type { Checks } from './examine.ts'
import { NotChecked, ok, problem } from './finding.ts'

/** A random secret has more distinct characters. */
const DIFFERENT_CHARACTERS = 10

export const SETTINGS_CHECKS: Checks = {
  settings: async ({ env }) => ok(`They are valid. The data are in ${env.data_dir}.`),

  async secret(at) {
    if (!at.keyFor) throw new NotChecked('The first start makes it.')
    if (new Set(readSecret(at.env)).size < DIFFERENT_CHARACTERS)
      return problem('SECRET can be guessed.', 'Before the first login: openssl rand -hex 32')
    const { db } = await at.database()
    if (await isOtherSecret(db, at.keyFor)) return problem(OTHER_SECRET, 'Restore the former SECRET.')
    return ok('It matches this database.')
  },

  /** The warnings that the start and the administrators' header show. */
  async 'going live'(at) {
    if (!isOpen(at.env)) throw new NotChecked('Only this machine can connect.')
    const { db } = await at.database()
    const lines = await warningLines(db, at.env)
    if (at.env.admin_password && (await db.selectFrom('admins').select('id').executeTakeFirst()))
      lines.push('ADMIN_PASSWORD is in the settings, but only the first start needs it. Remove it.')
    return lines.length === 0 ? ok('Nothing is left of the first start.') : lines.map((line) => problem(line))
  },
}
