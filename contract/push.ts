import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { confirmation, textOrNull } from './field.ts'

const MAX_ENDPOINT = 1000

const address = z.string().check(z.minLength(1), z.maxLength(MAX_ENDPOINT))

export const getPush = endpoint({
  audience: 'member',
  path: '/api/user/push/',
  summary: 'The key with which a browser subscribes to pushes; null while the service sends none',
  response: z.object({ public_key: textOrNull }),
})

export const allowPush = endpoint({
  audience: 'member',
  method: 'PUT',
  path: '/api/user/push/',
  summary:
    "Send the member's push notifications to this browser, by the address and keys of its subscription; they replace another member's",
  body: z.object({
    endpoint: address,
    keys: z.object({
      p256dh: z.string().check(z.maxLength(200)),
      auth: z.string().check(z.maxLength(100)),
    }),
  }),
  response: confirmation,
  secret: true,
})

export const stopPush = endpoint({
  audience: 'member',
  method: 'DELETE',
  path: '/api/user/push/',
  summary: 'Stop all pushes to this browser, whichever member allowed them',
  body: z.object({ endpoint: address }),
  response: confirmation,
  secret: true,
})
