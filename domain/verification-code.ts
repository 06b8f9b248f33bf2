export const CODE_LENGTH = 6
export const CODE_VALID_MINUTES = 10
export const CODE_TRIES = 5

export const bareCode = (text: string): string =>
  text.replace(/[！-～]/g, (wide) => wide.normalize('NFKC')).replace(/[\s\p{Pd}\p{Cf}]/gu, '')

const FLOOD = { waiting: 200, asked: 60 } as const
const MAIL_MS = 500
const LONGEST_MS = 120_000

/** Busy networks wait. */
export const codeDelay = ({ waiting, asked }: Record<keyof typeof FLOOD, number>): number =>
  waiting > FLOOD.waiting && asked > FLOOD.asked ? Math.min(waiting * MAIL_MS, LONGEST_MS) : 0
