import { posix } from 'node:path'
import { importsOf, isScript, isTest, targetOf, type Rule } from './rule.ts'

/** Commands of one feature that another may run, within its own transaction. */
const SHARED_COMMANDS = new Set([
  'admins → sessions',
  'closing → event-dates',
  'closing → slots',
  'closing → webhooks',
  'day-sheets → reservations',
  'event-dates → slots',
  'go-live → members',
  'go-live → reservations',
  'members → audit',
  'members → reservations',
  'members → sessions',
  'members → webhooks',
  'own-data → members',
  'places → audit',
  'places → reservations',
  'places → slots',
  'reminders → webhooks',
  'reservations → audit',
  'reservations → day-sheets',
  'reservations → members',
  'reservations → reminders',
  'reservations → webhooks',
  'screens → audit',
  'sessions → calendar-feeds',
  'sessions → pushes',
  'settings → audit',
  'settings → reminders',
  'sign-in → pushes',
  'sign-in → sessions',
  'sign-in → webhooks',
  'slots → reservations',
  'waitlist → reservations',
  'webhooks → audit',
])

const featureOf = (path: string) => /^server\/features\/([^/]+)\//.exec(path)?.[1]

export const featureRule: Rule = {
  law: "a feature knows of another one its queries, and by a short list its commands; a feature's routes know each other not at all",
  instead:
    'Ask another feature through its queries.ts. Where one must act within the transaction of another, add the pair to SHARED_COMMANDS in test/repo-rules/features.ts, and say why in the commit.',
  find: ({ path, text }) => {
    const own = featureOf(path)
    if (!own || !isScript(path) || isTest(path)) return []
    return importsOf(text).filter((specifier) => {
      const target = targetOf(path, specifier) ?? ''
      const other = featureOf(target)
      if (!other || other === own) return false
      const file = posix.basename(target)
      return !(file === 'queries.ts' || (file === 'commands.ts' && SHARED_COMMANDS.has(`${own} → ${other}`)))
    })
  },
  keeps: [
    { path: 'server/features/places/commands.ts', text: `import { a } from '../slots/commands.ts'` },
    { path: 'server/features/dashboard/queries.ts', text: `import { a } from '../places/queries.ts'` },
    { path: 'server/features/reservations/booking/commands.ts', text: `import { a } from '../commands.ts'` },
  ],
  breaks: [
    { path: 'server/features/slots/commands.ts', text: `import { a } from '../places/commands.ts'` },
    { path: 'server/features/places/routes.ts', text: `import { a } from '../slots/routes.ts'` },
    {
      path: 'server/features/reservations/booking/commands.ts',
      text: `import { a } from '../../slots/commands.ts'`,
    },
  ],
}
