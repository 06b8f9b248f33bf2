import { isTest, type Rule } from './rule.ts'

/** Words that name no thing of the product, wherever they stand in a name. */
const EMPTY_WORDS = /^(utils?|helpers?|common|misc|managers?)$/
/** Words that say nothing when they stand alone. */
const EMPTY_NAMES = /^(service|data|info)$/

const saysNothing = (name: string) => {
  const stem = name.replace(/\.(test\.)?(ts|tsx|js|mjs|css|sql|json)$/, '')
  const words = stem.split(/[-._]|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase())
  return words.some((word) => EMPTY_WORDS.test(word)) || EMPTY_NAMES.test(stem.toLowerCase())
}

const names: Rule = {
  law: 'a file or folder is named after what it is about',
  instead: 'Name it after the thing in it, as the glossary calls it; a file index.ts hides what is imported.',
  find: ({ path }) =>
    path.split('/').filter((name) => saysNothing(name) || /^index\.(ts|tsx|js|mjs)$/.test(name)),
  keeps: [
    { path: 'contract/public-info.ts', text: '' },
    { path: 'server/sample-event/sample-event.ts', text: '' },
    { path: 'web/index.html', text: '' },
    { path: 'web/service-worker.ts', text: '' },
  ],
  breaks: [
    { path: 'domain/utils.ts', text: '' },
    { path: 'web/ui/date-helpers.ts', text: '' },
    { path: 'web/ui/SlotManager.tsx', text: '' },
    { path: 'server/common/reply.ts', text: '' },
    { path: 'server/features/places/service.ts', text: '' },
    { path: 'web/data/slots.ts', text: '' },
    { path: 'contract/index.ts', text: '' },
    { path: 'domain/misc.test.ts', text: '' },
  ],
}

const FEATURE_FILE =
  /^server\/features\/([a-z]+(-[a-z]+)*\/){1,2}((admin-)?routes|queries|commands|spreadsheet|[a-z]+(-[a-z]+)*\.test)\.ts$/

const features: Rule = {
  law: 'a feature folder, or the folder of one of its tasks, has routes.ts, admin-routes.ts, queries.ts, commands.ts, spreadsheet.ts and tests, nothing else',
  instead:
    'One knows what is in a feature before opening it. A feature is server/features/<noun>/, a task of it <noun>/<task>/, and no deeper. A rule belongs to domain/, a mail to server/mail/templates/, what routes share to server/http/.',
  find: ({ path }) => (path.startsWith('server/features/') && !FEATURE_FILE.test(path) ? [path] : []),
  keeps: [
    { path: 'server/features/event-dates/admin-routes.ts', text: '' },
    { path: 'server/features/reservations/spreadsheet.ts', text: '' },
    { path: 'server/features/reservations/two-administrators.test.ts', text: '' },
    { path: 'server/features/reservations/booking/commands.ts', text: '' },
    { path: 'server/http/route.ts', text: '' },
  ],
  breaks: [
    { path: 'server/features/places/mapper.ts', text: '' },
    { path: 'server/features/places/mapping/mapper.ts', text: '' },
    { path: 'server/features/reservations/booking/tours/routes.ts', text: '' },
    { path: 'server/features/rooms.ts', text: '' },
    { path: 'server/features/places/member-routes.ts', text: '' },
  ],
}

const EXPORTED = /^export (?:default )?(?:async )?(?:function|const|class) (\w+)/gm

const hooks: Rule = {
  law: 'a file that exports nothing but hooks is named after one: use-*.ts',
  instead: 'Rename it: a file of hooks is known by its name, as a hook is.',
  find: ({ path, text }) => {
    if (!/^web\/.*\.tsx?$/.test(path) || isTest(path) || /\/use-[^/]+$/.test(path)) return []
    const exported = [...text.matchAll(EXPORTED)].map((match) => match[1]!)
    return exported.length > 0 && exported.every((name) => /^use[A-Z]/.test(name)) ? exported : []
  },
  keeps: [
    { path: 'web/admin/schedule/use-key.ts', text: 'export function useKey() {}' },
    { path: 'web/browser/clock.ts', text: 'export const now = 0\nexport function useNow() {}' },
    { path: 'web/ui/user.ts', text: 'export const userName = 0' },
  ],
  breaks: [
    { path: 'web/ui/key.ts', text: 'export function useKey() {}' },
    { path: 'web/admin/users/query.ts', text: 'export const useQuery = () => 0' },
  ],
}

export const nameRules = [names, features, hooks]
