import * as z from 'zod/mini'
import { MAX_PRIVACY_NOTICE } from '../../domain/privacy-notice.ts'
import { endpoint } from '../endpoint.ts'
import { longText } from '../field.ts'

const settings = z.object({
  /** Empty while the standard notice is shown. */
  privacy_notice: z.string(),
  /** The standard notice with current settings. */
  standard: z.string(),
})
export type PrivacySettings = z.output<typeof settings>

export const getPrivacySettings = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/privacy/settings/',
  summary: "The event's own privacy notice, and the standard one that is shown while it has none",
  response: settings,
})

export const changePrivacySettings = endpoint({
  audience: 'admin',
  method: 'PUT',
  path: '/api/admin/privacy/settings/',
  summary:
    'Change the privacy notice; an empty one brings the standard one back. With `expected`, what the change was made from, it overwrites nothing that somebody else has changed since',
  body: z.object({
    privacy_notice: longText(MAX_PRIVACY_NOTICE),
    expected: z.optional(z.partial(z.object({ privacy_notice: z.string() }))),
  }),
  // The notice is public and too long for the log.
  audit: {},
  response: z.object({ message: z.string(), settings }),
  errors: ['changed_meanwhile'],
})
