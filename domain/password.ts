import { nameKey } from './search-key.ts'

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 500

const PRODUCT = 'Fairslot'

export type PasswordFault = 'short' | 'long' | 'repeated' | 'common' | 'name'

type Known = {
  names?: readonly string[]
  common?: ReadonlySet<string>
}

/** `Fairslot 2026!` is the product's name. */
const coreOf = (text: string) => nameKey(text).replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

export function passwordFault(password: string, { names = [], common }: Known = {}): PasswordFault | null {
  if (password.length < PASSWORD_MIN) return 'short'
  if (password.length > PASSWORD_MAX) return 'long'
  if (new Set(password.normalize('NFC')).size === 1) return 'repeated'
  if (common?.has(password.toLowerCase())) return 'common'
  const core = coreOf(password)
  const isName = [PRODUCT, ...names].some((name) => [nameKey(name), coreOf(name)].includes(core))
  return core !== '' && isName ? 'name' : null
}
