// The zero that is dialled within Korea alone is often written all the same: +82 (0)10.
const FROM_ABROAD = /^(\+|00)820?(?=10\d*$)/

/** A number in groups of 3-4-4, as far as it goes; what is too long stays. */
const grouped = (digits: string): string =>
  [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter(Boolean).join('-')

/** The digits of a number, and the plus that begins it. */
const signsOf = (text: string): string => text.replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '')

/**
 * A Korean mobile number in its international form, `+82 10 1234 5678`, `+82 (0)10-1234-5678` or `0082 10-1234-5678`, as
 * it is dialled in Korea: `010-1234-5678`. Any other text stays as it is.
 */
export function nationalPhone(text: string): string {
  const signs = text.replace(/[ ().-]/g, '')
  return FROM_ABROAD.test(signs) ? grouped(signs.replace(FROM_ABROAD, '0')) : text
}

/**
 * A phone number as it is shown, 3-4-4 with hyphens, as far as it goes. Nothing is cut off, and a number from abroad keeps
 * its plus: neither may look like a number that it is not.
 */
export function formatPhone(text: string): string {
  const national = nationalPhone(signsOf(text))
  return national.startsWith('+') ? national : grouped(national.replace(/\D/g, ''))
}

/**
 * A number as a spreadsheet has it: one that it took for a sum has lost its zero, `1012345678`, or the plus of its
 * country, `821012345678`.
 */
export function sheetPhone(text: string): string {
  const bare = text.trim().replace(/\.0+$/, '')
  if (/^10\d{8}$/.test(bare)) return grouped(`0${bare}`)
  return /^820?10\d{8}$/.test(bare) ? nationalPhone(`+${bare}`) : bare
}

/** A phone number in a field: digits alone, as in Korea, at most eleven of them, 3-4-4 with hyphens. */
export function typePhone(text: string): string {
  // No number in Korea begins with 82, so its digits are enough to know one by, also key by key.
  const digits = text.replace(/\D/g, '').replace(/^(00)?820?(?=10)/, '0')
  return grouped(digits.slice(0, 11))
}

/** A member's phone: 010 and eight digits, with or without hyphens. */
export const isMemberPhone = (text: string): boolean => /^010\d{8}$/.test(text.replaceAll('-', ''))

/** A visitor's phone as an administrator writes it, hyphens included: 02-123-4567, 031-1234-5678. */
export const isWrittenPhone = (text: string): boolean => /^\d{2,3}-\d{3,4}-\d{4}$/.test(text)

/** Eleven digits, hyphens ignored: a visitor's phone at booking, and the least that a login asks about. */
export const isCompletePhone = (text: string): boolean => /^\d{11}$/.test(text.replaceAll('-', ''))
