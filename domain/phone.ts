/** The digits of a phone number as typed, at most 11. */
export const phoneDigits = (text: string): string => text.replace(/\D/g, '').slice(0, 11)

/** A phone number as it is shown, 3-4-4 with hyphens; while it is being typed, as far as it goes. */
export function formatPhone(text: string): string {
  const digits = phoneDigits(text)
  return [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter(Boolean).join('-')
}

/** A member's phone: 010 and eight digits, with or without hyphens. */
export const isMemberPhone = (text: string): boolean => /^010\d{8}$/.test(text.replaceAll('-', ''))

/** A visitor's phone as an administrator writes it, hyphens included: 02-123-4567, 031-1234-5678. */
export const isWrittenPhone = (text: string): boolean => /^\d{2,3}-\d{3,4}-\d{4}$/.test(text)

/** A visitor's phone at booking: any eleven digits, hyphens ignored. */
export const isVisitorPhone = (text: string): boolean => /^\d{11}$/.test(text.replaceAll('-', ''))
