import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { date } from '../field.ts'

const count = z.int()
const names = z.array(z.string())

/** Counts of sample data. */
const sampleCounts = z.object({
  members: count,
  docents: count,
  rooms: count,
  dates: count,
  slots: count,
  reservations: count,
})
export type SampleCounts = z.output<typeof sampleCounts>

const keptDate = z.object({
  date,
  /** Active reservations of real members on it. */
  reservations: count,
  /** Slots that are not samples. */
  slots: count,
})

const keptPlace = z.object({ kind: z.enum(['docent', 'room']), name: z.string(), reservations: count })

/** Sample data in use by real members. */
const kept = z.object({ places: z.array(keptPlace), dates: z.array(keptDate) })
export type KeptSample = z.output<typeof kept>

export const getGoLive = endpoint({
  role: 'owner',
  path: '/api/admin/go-live/',
  summary: 'What is left between the sample event and the real one',
  response: z.object({
    sample: z.extend(sampleCounts, {
      names: z.object({ members: names, docents: names, rooms: names, dates: z.array(date) }),
    }),
    kept,
    /** Administrators who still use the printed password. */
    printed_passwords: names,
    public_url: z.string(),
    has_mail_server: z.boolean(),
    /** Its `X-Forwarded-For` was ignored since the start of this process. */
    has_untrusted_proxy: z.boolean(),
  }),
})

export const deleteSample = endpoint({
  role: 'owner',
  method: 'DELETE',
  path: '/api/admin/sample/',
  summary:
    'Delete the sample event: all of it but what somebody real depends on. Only real members on a waiting list are mailed, and what waits to be mailed to its members is not sent',
  audit: { keeps: ['members', 'docents', 'rooms', 'dates', 'slots', 'reservations'] },
  response: z.extend(sampleCounts, { message: z.string(), kept }),
  errors: ['no_sample'],
})
