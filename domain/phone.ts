const FROM_ABROAD = /^(\+|00)[ -]*82[ -]*(?=10)/

/** A number in groups of 3-4-4, as far as it goes. */
const grouped = (signs: string): string =>
  [signs.slice(0, 3), signs.slice(3, 7), signs.slice(7)].filter(Boolean).join('-')

/**
 * A Korean mobile number in its international form, `+82 10 1234 5678` or `0082 10-1234-5678`, as it is dialled in Korea:
 * `010-1234-5678`. Any other text stays as it is.
 */
export const nationalPhone = (text: string): string =>
  FROM_ABROAD.test(text) && /^[\d +-]*$/.test(text)
    ? grouped(text.replace(FROM_ABROAD, '0').replace(/\D/g, ''))
    : text

/**
 * A phone number as it is shown, 3-4-4 with hyphens and of at most 11 digits; while it is being typed, as far as it goes.
 * A plus stays until what follows it shows that the number is a Korean mobile one, or that it is not.
 */
export function formatPhone(text: string): string {
  const signs = text.replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '')
  if ('+8210'.startsWith(signs) && signs.length < 5) return signs
  return grouped(nationalPhone(signs).replace(/\D/g, '').slice(0, 11))
}

/** A member's phone: 010 and eight digits, with or without hyphens. */
export const isMemberPhone = (text: string): boolean => /^010\d{8}$/.test(text.replaceAll('-', ''))

/** A visitor's phone as an administrator writes it, hyphens included: 02-123-4567, 031-1234-5678. */
export const isWrittenPhone = (text: string): boolean => /^\d{2,3}-\d{3,4}-\d{4}$/.test(text)

/** Eleven digits, hyphens ignored: a visitor's phone at booking, and the least that a login asks about. */
export const isCompletePhone = (text: string): boolean => /^\d{11}$/.test(text.replaceAll('-', ''))
