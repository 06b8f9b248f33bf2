import * as z from 'zod/mini'
import { isTime } from '../../domain/madrid-time.ts'
import { DISPLAY_NAMES, DISPLAY_TITLES } from '../../domain/board-name.ts'
import { endpoint, type Endpoint } from '../endpoint.ts'
import { KEEPS_OTHERS, confirmation, email, line, textOrNull } from '../field.ts'

type Fields = Record<string, z.ZodMiniType>

type Declaration<Stored extends Fields, Form extends Fields, More extends Fields> = {
  path: `/api/admin/${string}`
  reads: string
  changes: string
  fields: Stored
  /** The body, where it is not the fields alone. */
  form?: Form
  more?: More
  /** The audit log keeps no values. */
  isLong?: true
}

/** Declares a section: its fields are columns of the table of settings. */
export const section = <
  Stored extends Fields,
  Form extends Fields = Stored,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- A section without more fields.
  More extends Fields = Record<never, never>,
>({
  path,
  reads,
  changes,
  fields,
  form,
  more,
  isLong,
}: Declaration<Stored, Form, More>) => ({
  names: Object.keys(fields) as (keyof Stored & string)[],
  get: endpoint({
    audience: 'admin',
    role: 'desk',
    method: 'GET',
    path,
    summary: reads,
    response: z.object({ ...fields, ...(more as More) }),
  }),
  change: endpoint({
    audience: 'admin',
    role: 'owner',
    method: 'PUT',
    path,
    summary: `${changes}. ${KEEPS_OTHERS}`,
    body: z.object({
      ...((form ?? fields) as Form),
      expected: z.optional(z.partial(z.object(fields))),
    }),
    audit: { keeps: isLong ? [] : (Object.keys(fields) as never[]) },
    response: z.extend(confirmation, { settings: z.object({ ...fields, ...(more as More) }) }),
    errors: ['changed_meanwhile'],
  }),
})

/** A section that shows these settings. */
export type SettingsSection<Shown extends object, Name extends keyof Shown = keyof Shown> = {
  names: readonly Name[]
  get: Endpoint<undefined, undefined, undefined, z.ZodMiniType<Shown>, 'admin'>
  change: Endpoint<
    undefined,
    undefined,
    z.ZodMiniType<object, object>,
    z.ZodMiniType<{ message: string; settings: Shown }>,
    'admin'
  >
}

const TIME_TEXT = '시간을 HH:MM으로 입력해주세요.'
export const wallTime = z.string(TIME_TEXT).check(z.refine(isTime, TIME_TEXT))

export const between = (min: number, max: number, text: string) =>
  z.int(text).check(z.minimum(min, text), z.maximum(max, text))

const shownOnBoards = { display_names: z.enum(DISPLAY_NAMES), display_titles: z.enum(DISPLAY_TITLES) }
const maxReservations = between(1, 999, '1건 이상 999건 이하로 입력해주세요.')
const maxMinutes = between(10, 1440, '10분 이상 1440분 이하로 입력해주세요.')

export const eventSettings = section({
  path: '/api/admin/settings/',
  reads:
    'The settings, whether the service runs on a rehearsal clock, and where mails go without a mail server',
  changes:
    "Change the event's name, its contact address, how boards show names and titles, how many reservations a member may have before they have taken place, and how many minutes of a day",
  fields: {
    event_name: z.string(),
    contact_email: z.string(),
    ...shownOnBoards,
    max_reservations: z.int(),
    max_meeting_minutes: z.int(),
    max_minutes_per_day: z.int(),
  },
  form: {
    event_name: line('행사명을 입력해주세요.'),
    contact_email: email,
    display_names: shownOnBoards.display_names,
    /** Without them titles and limits stay as they are. */
    display_titles: z.optional(shownOnBoards.display_titles),
    max_reservations: z.optional(maxReservations),
    max_meeting_minutes: z.optional(maxMinutes),
    max_minutes_per_day: z.optional(maxMinutes),
  },
  more: {
    /** The service's clock was started at a chosen instant: the service is in a rehearsal. */
    rehearsal: z.boolean(),
    /** Where mails are written as files while no mail server is set; null with one. */
    mail_folder: textOrNull,
  },
})
