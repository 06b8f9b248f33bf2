import * as z from 'zod/mini'
import { visitorSchema } from './visitor-schema.ts'

const shown = { text: () => z.string(), phone: z.nullable(z.string()), count: z.int() }

/** In answers: apart from the schemas of the forms, which visitors load. */
export const tourVisitor = visitorSchema('VIP_TOUR', shown)
export const meetingVisitor = visitorSchema('GROUP_MEETING', shown)
