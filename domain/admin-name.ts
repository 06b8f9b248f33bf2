import { nameKey } from './search-key.ts'

export const ADMIN_NAME = { min: 2, max: 50 } as const

const OURS: ReadonlySet<string> = new Set(
  ['서버', '서비스', '회원', '삭제된 회원', '미확인 계정', 'API'].map(nameKey),
)
const OF_TOKENS = /^API[^\p{L}\p{N}]/iu

export type AdminNameFault = 'length' | 'letters' | 'mixed' | 'ours'

export function adminNameFault(name: string): AdminNameFault | null {
  const { length } = Array.from(name)
  if (length < ADMIN_NAME.min || length > ADMIN_NAME.max) return 'length'
  if (!/^[\p{L}\p{M}\p{N} .-]+$/u.test(name)) return 'letters'
  // Looks like another name.
  if (/\p{sc=Latin}/u.test(name) && /\p{sc=Cyrillic}|\p{sc=Greek}/u.test(name)) return 'mixed'
  const plain = name.normalize('NFKC')
  return OURS.has(nameKey(plain)) || OF_TOKENS.test(plain) ? 'ours' : null
}
