import * as z from 'zod/mini'
import { IMPORT_MODES } from '../../domain/member-import.ts'
import { endpoint } from '../endpoint.ts'
import { confirmation, id } from '../field.ts'

export const IMPORT_MAX = 5_000
export const IMPORT_MAX_TEXT = `한 번에 최대 ${IMPORT_MAX.toLocaleString('en-US')}명까지 등록할 수 있습니다.`
const ROWS_TEXT = '등록할 회원이 없습니다.'

/** Exceeds every field's limit, so that errors name the row. */
export const CELL_MAX = 1_000
const cell = z.optional(z.string().check(z.maxLength(CELL_MAX)))

/** `row` is its number in the file. */
const importedRow = z.object({
  row: id,
  name: cell,
  company_name: cell,
  position: cell,
  phone: cell,
  email: cell,
  tier: cell,
})
export type ImportedRow = z.output<typeof importedRow>

const rowFields = z.object({ row: z.int(), fields: z.record(z.string(), z.string()) })

export const importMembers = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/users/import/',
  scope: 'members:write',
  tellsKnown: true,
  summary:
    'Add the members of a file, all or none; with `only_good` those of its rows without a problem. With `mode` `update` or `both`, members found by phone, otherwise by e-mail, get the tier, company, position and spelling of the name that the file gives. `dry_run` writes nothing and says what would happen. `invite` mails the new members how to sign in',
  body: z.object({
    rows: z
      .array(importedRow, ROWS_TEXT)
      .check(z.minLength(1, ROWS_TEXT), z.maxLength(IMPORT_MAX, IMPORT_MAX_TEXT)),
    mode: z.optional(z.enum(IMPORT_MODES)),
    invite: z.optional(z.boolean()),
    only_good: z.optional(z.boolean()),
    dry_run: z.optional(z.boolean()),
  }),
  maxBytes: 5 * 1024 * 1024,
  audit: { keeps: ['imported', 'updated', 'skipped', 'invite'] },
  response: z.extend(confirmation, {
    imported: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    problems: z.array(rowFields),
    /** Former values of the first updates, in a dry run. */
    replaced: z.array(rowFields),
  }),
})
export type ImportAnswer = z.output<(typeof importMembers)['response']>
