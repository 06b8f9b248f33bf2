import * as z from 'zod/mini'
import { id, tierFlags } from './field.ts'

export const docentFields = {
  name: z.string(),
  language: z.string(),
  start_point: z.string(),
  ...tierFlags,
}
export const docent = z.object({ id, ...docentFields })
export type Docent = z.output<typeof docent>

export const roomFields = {
  name: z.string(),
  floor: z.int(),
  size: z.int(),
  ...tierFlags,
}
export const room = z.object({ id, ...roomFields })
export type Room = z.output<typeof room>
