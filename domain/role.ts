/** From least to most. */
export const ROLES = ['desk', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const mayAct = (role: Role, minimum: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(minimum)

type Account = { id: number; role: Role }

export const isLastOwner = (accounts: readonly Account[], id: number): boolean =>
  accounts.some((each) => each.id === id && each.role === 'owner') &&
  accounts.every((each) => each.id === id || each.role !== 'owner')
