import * as z from 'zod/mini'
import { deletion, impact, deletionTerms, termsOnly } from './deletion.ts'
import { selection, deleteAll, idsText, oneOrAll } from './selection.ts'
import { endpoint } from '../endpoint.ts'
import { KEEPS_OTHERS, confirmation, id, tierFlags } from '../field.ts'
import { member } from '../member.ts'
import { pageOf, pageQuery } from '../page.ts'
import { profile } from '../profile.ts'
import { fileFormat, spreadsheet } from '../spreadsheet.ts'

/** `vip` excludes VVIP. */
const GIVEN_TIERS = ['vvip', 'vip', 'normal'] as const
export type GivenTier = (typeof GIVEN_TIERS)[number]

export const USER_FILTERS = ['all', ...GIVEN_TIERS] as const
export type UserFilter = (typeof USER_FILTERS)[number]

const CHOOSE_TEXT = '삭제할 회원을 선택해주세요.'

/** Search covers name, company, e-mail and phone. */
export const memberFilter = {
  search: pageQuery.search,
  user_filter: z.optional(z.enum(USER_FILTERS)),
}

export const listMembers = endpoint({
  role: 'manager',
  path: '/api/admin/users/',
  scope: 'members:read',
  summary: 'Members in pages of 10, the newest first',
  query: z.object({ ...memberFilter, page: pageQuery.page }),
  response: pageOf(member),
})

export const exportMembers = endpoint({
  role: 'manager',
  path: '/api/admin/users/export/',
  scope: 'members:read',
  summary: 'The same members as a spreadsheet or as CSV, one row a member',
  query: z.object({ ...memberFilter, format: fileFormat }),
  response: spreadsheet,
})

export const getMember = endpoint({
  role: 'manager',
  path: '/api/admin/users/{id}/',
  scope: 'members:read',
  summary: 'One member, as it is now, and since when',
  response: z.extend(member, { created_at: z.string() }),
})

export const addMember = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/users/',
  scope: 'members:write',
  tellsKnown: true,
  summary: 'Add a member, who signs in with phone and name like everyone else. `is_vvip` sets `is_vip` too',
  body: z.object({ ...profile, ...tierFlags }),
  audit: { target: 'user', keeps: ['is_vip', 'is_vvip'] },
  response: z.extend(confirmation, { user: member }),
  status: 201,
  errors: ['email_exists', 'phone_exists'],
})

// Written out: phones must not load this schema's library.
const asShown = {
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company_name: z.string(),
  position: z.string(),
  ...tierFlags,
}

export const changeMember = endpoint({
  role: 'manager',
  method: 'PUT',
  path: '/api/admin/users/{id}/',
  scope: 'members:write',
  tellsKnown: true,
  summary: `Change a member; reservations keep what was agreed. \`is_vvip\` sets \`is_vip\` too. ${KEEPS_OTHERS}`,
  body: z.object({
    id: z.optional(id),
    ...profile,
    ...tierFlags,
    expected: z.optional(z.partial(z.object(asShown))),
  }),
  audit: { target: 'user', keeps: ['is_vip', 'is_vvip'] },
  response: z.extend(confirmation, { user: member }),
  errors: ['changed_meanwhile', 'email_exists', 'phone_exists'],
})

export const deleteMember = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/users/{id}/',
  summary:
    'Cancel the active reservations of a member and erase the personal data; `user` is what is left of it, its id',
  body: termsOnly,
  audit: { target: 'user' },
  response: z.extend(confirmation, { user: member }),
  errors: ['changed_meanwhile'],
})

export const deleteMembers = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/users/',
  summary: 'Delete these members like one; every member with `delete_all`, and with no body at all',
  body: z.optional(
    z
      .object({
        user_ids: z.optional(selection(id, CHOOSE_TEXT)),
        delete_all: deleteAll,
        ...deletionTerms,
      })
      .check(oneOrAll('user_ids', CHOOSE_TEXT)),
  ),
  audit: { keeps: ['user_ids', 'delete_all', 'deleted'] },
  response: deletion,
  errors: ['changed_meanwhile'],
})

export const memberImpact = endpoint({
  role: 'manager',
  path: '/api/admin/users/{id}/impact/',
  summary: 'What deleting this member would touch',
  response: impact,
})

export const membersImpact = endpoint({
  role: 'manager',
  path: '/api/admin/users/impact/',
  summary: 'What deleting these members would touch; without ids, all of them',
  query: z.object({ ids: z.optional(idsText) }),
  response: impact,
})

/** Limit of listed reservations. */
export const MAX_ABOVE = 50

const CHOOSE_MEMBERS_TEXT = '등급을 바꿀 회원을 선택해주세요.'

const tierToGive = z.enum(GIVEN_TIERS, '등급을 선택해주세요.')

export const findTierImpact = endpoint({
  role: 'manager',
  path: '/api/admin/users/tier-impact/',
  summary:
    'What a tier would change for these members, or without ids for those that search and filter find; reservations that need a higher one would stay',
  query: z.object({ ids: z.optional(idsText), ...memberFilter, tier: tierToGive }),
  response: z.object({
    members: z.int(),
    changes: z.int(),
    above: z.int(),
    /** The first `MAX_ABOVE`. */
    reservations: z.array(
      z.object({
        id,
        member: z.object({ id, name: z.string(), company_name: z.string() }),
        /** With the tier that it requires. */
        place: z.object({ name: z.string(), ...tierFlags }),
        date: z.string(),
        time: z.string(),
        end_time: z.string(),
      }),
    ),
  }),
})
export type TierImpact = z.output<(typeof findTierImpact)['response']>

export const changeTiers = endpoint({
  role: 'manager',
  method: 'PATCH',
  path: '/api/admin/users/tier/',
  scope: 'members:write',
  summary:
    'Give a tier to these members, or to those that search and filter (`found`) find. Refused when it would change another number of them than `expected_changes`',
  body: z
    .object({
      user_ids: z.optional(selection(id, CHOOSE_MEMBERS_TEXT)),
      found: z.optional(z.object(memberFilter)),
      tier: tierToGive,
      expected_changes: z.int().check(z.nonnegative()),
    })
    .check(
      z.refine((body) => (body.user_ids === undefined) !== (body.found === undefined), {
        path: ['user_ids'],
        error: CHOOSE_MEMBERS_TEXT,
      }),
    ),
  audit: { keeps: ['user_ids', 'tier', 'changed'] },
  response: z.extend(confirmation, {
    changed: z.int(),
    /** Logged as ids, because search words may name a person. */
    user_ids: z.optional(z.array(id)),
  }),
  errors: ['changed_meanwhile'],
})
