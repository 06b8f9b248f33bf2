// Includes the superfluous zero of +82 (0)10.
const FROM_ABROAD = /^(\+|00)820?(?=10\d*$)/

const grouped = (digits: string): string =>
  [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter(Boolean).join('-')

const signsOf = (text: string): string => text.replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '')

/** `+82 10…` as `010-…`; other text unchanged. */
export function nationalPhone(text: string): string {
  const signs = text.replace(/[ ().-]/g, '')
  return FROM_ABROAD.test(signs) ? grouped(signs.replace(FROM_ABROAD, '0')) : text
}

/** 3-4-4; foreign numbers stay whole. */
export function formatPhone(text: string): string {
  const national = nationalPhone(signsOf(text))
  return national.startsWith('+') ? national : grouped(national.replace(/\D/g, ''))
}

/** Restores the zero or plus lost in spreadsheets. */
export function sheetPhone(text: string): string {
  const bare = text.trim().replace(/\.0+$/, '')
  if (/^10\d{8}$/.test(bare)) return grouped(`0${bare}`)
  return /^820?10\d{8}$/.test(bare) ? nationalPhone(`+${bare}`) : bare
}

/** 3-4-4, at most eleven digits. */
export function typePhone(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^(00)?820?(?=10)/, '0')
  return grouped(digits.slice(0, 11))
}

/** 010 and eight digits; hyphens optional. */
export const isMemberPhone = (text: string): boolean => /^010\d{8}$/.test(text.replaceAll('-', ''))

/** Hyphens required: 02-123-4567. */
export const isWrittenPhone = (text: string): boolean => /^\d{2,3}-\d{3,4}-\d{4}$/.test(text)

/** Eleven digits; hyphens ignored. */
export const isCompletePhone = (text: string): boolean => /^\d{11}$/.test(text.replaceAll('-', ''))
