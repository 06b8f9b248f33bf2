/** From least to most. */
export const ROLES = ['desk', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const mayAct = (role: Role, minimum: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(minimum)

/** `issuer`: of an account without a password. */
type Account = { id: number; role: Role; issuer: string | null }

/** An owner with a password stays, for when the identity provider is away. */
export function isLastOwner(accounts: readonly Account[], id: number): boolean {
  const owners = accounts.filter(({ role }) => role === 'owner')
  const own = owners.filter(({ issuer }) => issuer === null)
  const [first, ...others] = own.length > 0 ? own : owners
  return first?.id === id && others.length === 0
}
