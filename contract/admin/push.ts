import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const settings = {
  /** Off: nothing is pushed and no phone asks. */
  push_enabled: z.boolean(),
  push_approved: z.boolean(),
  push_rejected: z.boolean(),
  push_moved: z.boolean(),
  push_reminder: z.boolean(),
}
const asShown = z.object({
  ...settings,
  /** Subscribed browsers. */
  devices: z.int(),
})

export type PushSettings = z.output<typeof asShown>

export const getPushSettings = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/push/settings/',
  summary: "Which events are pushed to members' phones, and how many phones there are",
  response: asShown,
})

export const changePushSettings = endpoint({
  audience: 'admin',
  method: 'PUT',
  path: '/api/admin/push/settings/',
  summary:
    "Set which events are pushed to members' phones. With `expected`, what the change was made from, it overwrites nothing that somebody else has changed since",
  body: z.object({ ...settings, expected: z.optional(z.partial(z.object(settings))) }),
  audit: { keeps: ['push_enabled', 'push_approved', 'push_rejected', 'push_moved', 'push_reminder'] },
  response: z.object({ message: z.string(), settings: asShown }),
  errors: ['changed_meanwhile'],
})
