import { ADMIN_NAME, adminNameFault } from './admin-name.ts'
import { ROLES, type Role } from './role.ts'

export type GroupRole = { role: Role; group: string }

export type SignOn = {
  oidc_issuer: string
  oidc_client_id: string
  oidc_client_secret: string
  oidc_roles: GroupRole[]
  oidc_groups_claim: string
  oidc_scope: string
  oidc_button: string
}

export const roleOfGroups = (groups: readonly string[], rules: readonly GroupRole[]): Role | undefined =>
  ROLES.filter((role) => rules.some((rule) => rule.role === role && groups.includes(rule.group))).at(-1)

const NAMELESS = '관리자'
const MAX = ADMIN_NAME.max - ' 1234'.length

/** Without refused characters; a taken name gets a number. */
export function accountName(claimed: string, taken: readonly string[]): string {
  const letters = claimed.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}.-]+/gu, ' ')
  const wanted = Array.from(letters.trim()).slice(0, MAX).join('').trim()
  const name = adminNameFault(wanted) === null ? wanted : NAMELESS
  const isTaken = (made: string) => taken.some((each) => each.toLowerCase() === made.toLowerCase())
  let free = name
  for (let number = 2; isTaken(free); number += 1) free = `${name} ${number}`
  return free
}

/** Null unless it is the path of an administrators' screen. */
export const ownScreen = (address: unknown): string | null =>
  typeof address === 'string' && /^\/admin(\/[\w-]+)+(\?[\w=&%.,:+-]*)?$/.test(address) ? address : null
