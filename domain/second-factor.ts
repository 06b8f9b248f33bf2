/** How many recovery codes an account is given. */
export const RECOVERY_CODES = 10

/** The letters and digits of a recovery code, none of which is read as another. */
export const RECOVERY_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const RECOVERY_LENGTH = 10

const FEW = 3

/** Whether it is time to make new recovery codes. */
export const hasFewRecoveryCodes = (left: number): boolean => left < FEW

/** A code as it is compared, however it was typed or pasted: `123 456` is `123456`, `k7m2q-x9p4t` is `K7M2QX9P4T`. */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()

/** Whether a plain code is one of an authenticator app. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

/** A plain recovery code as it is shown, in two halves. */
export const shownRecoveryCode = (code: string): string =>
  `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`
