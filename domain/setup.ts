/** How far an event is set up. Days that are over do not count where times are missing. */
export type SetupFacts = {
  dates: number
  dates_without_tours: number
  dates_without_meetings: number
  docents: number
  docents_without_times: number
  rooms: number
  rooms_without_times: number
  has_mail_server: boolean
  /** The fate of the last test mail; null when none was asked for. */
  test_mail: 'queued' | 'sent' | 'failed' | null
  screens: number
  /** Something of the sample event can be deleted. */
  has_sample: boolean
  /** The first administrator's password is the one that was printed. */
  has_printed_password: boolean
}

/** The steps in which an event is set up, in the order in which one needs the other. */
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

/** Whether a step of the set-up is done. */
export const isStepDone = (step: SetupStep, facts: SetupFacts): boolean => DONE[step](facts)

/** The steps that are left to do; none when the event is ready. */
export const stepsLeft = (facts: SetupFacts): SetupStep[] =>
  SETUP_STEPS.filter((step) => !isStepDone(step, facts))
