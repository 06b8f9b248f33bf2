import * as z from 'zod/mini'
import { id, tierFlags } from './field.ts'

export const docent = z.object({
  id,
  name: z.string(),
  language: z.string(),
  start_point: z.string(),
  ...tierFlags,
})
export type Docent = z.output<typeof docent>

export const room = z.object({
  id,
  name: z.string(),
  floor: z.int(),
  size: z.int(),
  ...tierFlags,
})
export type Room = z.output<typeof room>
