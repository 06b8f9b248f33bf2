import { isLocalUrl, isNobodysAddress } from './go-live.ts'

export const SETUP_STEPS = [
  'sample',
  'password',
  'name',
  'contact',
  'logo',
  'notice',
  'dates',
  'docents',
  'rooms',
  'tour_times',
  'room_times',
  'members',
  'address',
  'mail',
  'screens',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

export const OPTIONAL_STEPS = ['logo', 'docents', 'rooms', 'members', 'screens'] as const
export type OptionalStep = (typeof OPTIONAL_STEPS)[number]

const DEFAULT_EVENT_NAME = '2025 트레이드쇼'
export const SAMPLE_EVENT_NAME = '2025 바르셀로나 트레이드쇼'

export type SetupFacts = {
  has_sample: boolean
  has_printed_password: boolean
  event_name: string
  contact_email: string
  has_logo: boolean
  has_own_notice: boolean
  dates: number
  dates_without_tours: number
  dates_without_meetings: number
  docents: number
  docents_without_times: number
  rooms: number
  rooms_without_times: number
  members: number
  public_url: string
  has_mail_server: boolean
  test_mail: 'queued' | 'sent' | 'failed' | null
  screens: number
  unneeded: readonly OptionalStep[]
}

const DONE: Readonly<Record<SetupStep, (facts: SetupFacts) => boolean>> = {
  sample: ({ has_sample }) => !has_sample,
  password: ({ has_printed_password }) => !has_printed_password,
  name: ({ event_name }) => event_name !== DEFAULT_EVENT_NAME && event_name !== SAMPLE_EVENT_NAME,
  contact: ({ contact_email }) => !isNobodysAddress(contact_email),
  logo: ({ has_logo }) => has_logo,
  notice: ({ has_own_notice, contact_email }) => has_own_notice || !isNobodysAddress(contact_email),
  dates: ({ dates }) => dates > 0,
  docents: ({ docents }) => docents > 0,
  rooms: ({ rooms }) => rooms > 0,
  tour_times: (facts) =>
    facts.dates > 0 &&
    facts.docents > 0 &&
    facts.dates_without_tours === 0 &&
    facts.docents_without_times === 0,
  room_times: (facts) =>
    facts.dates > 0 &&
    facts.rooms > 0 &&
    facts.dates_without_meetings === 0 &&
    facts.rooms_without_times === 0,
  members: ({ members }) => members > 0,
  address: ({ public_url }) => !isLocalUrl(public_url),
  mail: ({ has_mail_server, test_mail }) => has_mail_server && test_mail === 'sent',
  screens: ({ screens }) => screens > 0,
}

export const asOptional = (step: SetupStep): OptionalStep | undefined =>
  OPTIONAL_STEPS.find((optional) => optional === step)

const PLACES_OF: Partial<Record<SetupStep, SetupStep>> = { tour_times: 'docents', room_times: 'rooms' }

export function isUnneeded(step: SetupStep, facts: SetupFacts): boolean {
  const chosen = PLACES_OF[step] ?? step
  return facts.unneeded.some((marked) => marked === chosen) && !DONE[chosen](facts)
}

export const isStepDone = (step: SetupStep, facts: SetupFacts): boolean =>
  isUnneeded(step, facts) || DONE[step](facts)

export const stepsLeft = (facts: SetupFacts): SetupStep[] =>
  SETUP_STEPS.filter((step) => !isStepDone(step, facts))
