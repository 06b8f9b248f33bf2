import * as z from 'zod/mini'
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

export const room = z.object({
  id,
  name: z.string(),
  floor: z.int(),
  size: z.int(),
  is_vip: z.boolean(),
  is_vvip: z.boolean(),
})
export type Room = z.output<typeof room>
