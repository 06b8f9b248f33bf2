import { PATHS } from '../../paths.ts'

/** In the history entry of a member's page. */
export type MemberState = {
  /** The previous entry is a screen of ours. */
  is_from_here?: true
  /** The words of the search that led to it. */
  searched?: string
} | null

export const FROM_HERE: MemberState = { is_from_here: true }

export const memberAddress = (id: number | string): string => PATHS.adminUser.replace(':id', String(id))
