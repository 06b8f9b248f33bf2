/** From least to most. */
export const ROLES = ['desk', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const mayAct = (role: Role, minimum: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(minimum)

type Account = { id: number; role: Role; issuer: string | null }

/** One with a password stays: the identity provider may be away. */
export function isLastOwner(accounts: readonly Account[], id: number): boolean {
  const owners = accounts.filter(({ role }) => role === 'owner')
  const own = owners.filter(({ issuer }) => issuer === null)
  const [first, ...others] = own.length > 0 ? own : owners
  return first?.id === id && others.length === 0
}
