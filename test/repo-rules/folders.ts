import { posix } from 'node:path'
import { isProduct, isTest, type Rule } from './rule.ts'

/** Folders of one file today. One that gets company or is dissolved leaves this list; none joins it. */
const KNOWN: readonly string[] = [
  'server/features/admins/reset',
  'server/features/audit/naming',
  'server/features/closing/arrivals',
  'server/features/closing/next-event',
  'server/features/closing/parties',
  'server/features/day-sheets/arrivals',
  'server/features/members/adding',
  'server/features/reservations/locking',
  'server/features/reservations/queue',
  'server/features/sign-in/signing-up',
  'server/features/waitlist/joining',
]

const folders: Rule = {
  law: 'a folder has at least two files, tests apart',
  instead: 'Move the one file up to its parent folder, named by its content.',
  find: ({ path }, paths) => {
    const folder = posix.dirname(path)
    if (!isProduct(path) || isTest(path) || KNOWN.includes(folder)) return []
    return paths.some((other) => other !== path && other.startsWith(`${folder}/`) && !isTest(other))
      ? []
      : [`${folder} has one file`]
  },
  keeps: [{ path: 'domain/slot.test.ts', text: '' }],
  breaks: [{ path: 'web/visitor/profile/profile-screen.tsx', text: '' }],
}

export const folderRules = [folders]
