import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './field.ts'

export const docent = z.object({
  id,
  name: z.string(),
  language: z.string(),
  start_point: z.string(),
  is_vip: z.boolean(),
  is_vvip: z.boolean(),
})
export type Docent = z.output<typeof docent>

export const listDocents = endpoint({
  audience: 'member',
  method: 'GET',
  path: '/api/user/docents/',
  summary: 'The docents who lead tours',
  shared: true,
  response: z.array(docent),
})
