export const CODE_LENGTH = 6
export const CODE_VALID_MINUTES = 10
export const CODE_TRIES = 5

export const bareCode = (text: string): string => text.replace(/[\s\p{Pd}\p{Cf}]/gu, '')
