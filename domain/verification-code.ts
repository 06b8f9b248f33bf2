/** Characters of a code. */
export const CODE_LENGTH = 6
/** How long a mailed code may be entered. */
export const CODE_VALID_MINUTES = 10
/** Wrong tries, after which a code is void. */
export const CODE_TRIES = 5

/** A code without the spaces, line breaks and hyphens that come along when it is copied out of a mail. */
export const bareCode = (text: string): string => text.replace(/[\s\p{Pd}\p{Cf}]/gu, '')
