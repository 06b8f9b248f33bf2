// Also +82 (0)10. Without a plus, only whole numbers.
const FROM_ABROAD = /^((\+|00)820?(?=10\d*$)|820?(?=10\d{8}$))/

// \u1173 is ㅡ, \u119e is ㆍ; #8, ~8 are extensions.
const BETWEEN_GROUPS = /^tel|(?!~.{1,3}$|[#*+,;])[\p{Zs}\p{P}\p{S}ー\u1173\u119e\p{DI}]/giu

const grouped = (digits: string): string =>
  [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter(Boolean).join('-')

const signsOf = (text: string): string => text.normalize('NFKC').replace(BETWEEN_GROUPS, '')

const nationalSigns = (text: string): string => signsOf(text).replace(FROM_ABROAD, '0')

/** `+82 10…` as `010-…`; other text unchanged. */
export const nationalPhone = (text: string): string =>
  FROM_ABROAD.test(signsOf(text)) ? grouped(nationalSigns(text)) : text

/** 3-4-4; foreign numbers stay whole. */
export function formatPhone(text: string): string {
  const signs = nationalSigns(signsOf(text).replace(/[^\d+]/g, ''))
  const digits = signs.replace(/\D/g, '')
  return signs.startsWith('+') ? `+${digits}` : grouped(digits)
}

/** Restores the zero lost in spreadsheets. */
export function sheetPhone(text: string): string {
  const bare = text.trim().replace(/\.0+$/, '')
  const signs = signsOf(bare)
  return /^10\d{8}$/.test(signs) ? grouped(`0${signs}`) : nationalPhone(bare)
}

/** 3-4-4, at most eleven digits. */
export function typePhone(text: string): string {
  const digits = signsOf(text)
    .replace(/\D/g, '')
    .replace(/^(00)?820?(?=10)/, '0')
  return grouped(digits.slice(0, 11))
}

export const isMemberPhone = (text: string): boolean => /^010\d{8}$/.test(nationalSigns(text))

/** Hyphens required: 02-123-4567. */
export const isWrittenPhone = (text: string): boolean => /^\d{2,3}-\d{3,4}-\d{4}$/.test(text)

export const isCompletePhone = (text: string): boolean => /^\d{11}$/.test(nationalSigns(text))
