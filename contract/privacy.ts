import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const getPrivacyNotice = endpoint({
  audience: 'public',
  path: '/api/public/privacy/',
  summary:
    'What the event keeps of its visitors, what for and for how long; paragraphs are parted by an empty line',
  shared: true,
  response: z.object({ event_name: z.string(), text: z.string() }),
})
