import { latinKeys } from './hangul-keys.ts'

export const RECOVERY_CODES = 10

export const RECOVERY_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const RECOVERY_LENGTH = 10

const FEW = 3

export const hasFewRecoveryCodes = (left: number): boolean => left < FEW

export const plainCode = (typed: string): string =>
  latinKeys(typed)
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()

export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

export const shownRecoveryCode = (code: string): string =>
  `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`
