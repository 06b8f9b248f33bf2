export type SetupFacts = {
  dates: number
  dates_without_tours: number
  dates_without_meetings: number
  docents: number
  docents_without_times: number
  rooms: number
  rooms_without_times: number
  has_mail_server: boolean
  test_mail: 'queued' | 'sent' | 'failed' | null
  screens: number
  has_sample: boolean
  has_printed_password: boolean
}

export const SETUP_STEPS = [
  'dates',
  'docents',
  'rooms',
  'tour_times',
  'room_times',
  'mail_server',
  'test_mail',
  'screens',
  'go_live',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

const DONE: Readonly<Record<SetupStep, (facts: SetupFacts) => boolean>> = {
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
  mail_server: ({ has_mail_server }) => has_mail_server,
  test_mail: ({ test_mail }) => test_mail === 'sent',
  screens: ({ screens }) => screens > 0,
  go_live: ({ has_sample, has_printed_password }) => !has_sample && !has_printed_password,
}

export const isStepDone = (step: SetupStep, facts: SetupFacts): boolean => DONE[step](facts)

export const stepsLeft = (facts: SetupFacts): SetupStep[] =>
  SETUP_STEPS.filter((step) => !isStepDone(step, facts))
