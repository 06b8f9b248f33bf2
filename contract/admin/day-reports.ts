import * as z from 'zod/mini'
import { reported } from '../day-report.ts'
import { endpoint } from '../endpoint.ts'
import { confirmation, id } from '../field.ts'
import { namedPlace } from './selection.ts'

/** Report of a docent or room, sent from its day sheet. */
export const openReport = z.object({
  id,
  version: z.int(),
  docent: namedPlace,
  room: namedPlace,
  ...reported,
  /** Reservations that a bulk change of these hours would affect. */
  affected: z.int(),
})
export type OpenReport = z.output<typeof openReport>

export const finishReport = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/day-reports/{id}/done/',
  summary: 'Note that a report of a day sheet has been dealt with; refused if it was corrected since',
  /** `version` as displayed. */
  body: z.object({ version: id }),
  audit: { target: 'day-report' },
  response: confirmation,
  errors: ['changed_meanwhile'],
})
