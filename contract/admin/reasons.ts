import * as z from 'zod/mini'
import { MAX_PRESETS, presetsOf } from '../../domain/reason-presets.ts'
import { endpoint } from '../endpoint.ts'
import { longText, MAX_LENGTH } from '../field.ts'

/** One reason per line. */
const lines = longText(MAX_PRESETS * (MAX_LENGTH.reason + 1)).check(
  z.overwrite((text) => presetsOf(text).join('\n')),
  z.refine(
    (text) => presetsOf(text).length <= MAX_PRESETS,
    `사유는 ${MAX_PRESETS}개까지 등록할 수 있습니다.`,
  ),
  z.refine(
    (text) => presetsOf(text).every(({ length }) => length <= MAX_LENGTH.reason),
    `사유 하나는 ${MAX_LENGTH.reason}자 이하로 입력해주세요.`,
  ),
)

const form = { reject_reasons: lines, cancel_reasons: lines }
const reasons = z.object({ reject_reasons: z.string(), cancel_reasons: z.string() })
export type Reasons = z.output<typeof reasons>

export const getReasons = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/reasons/',
  summary: 'The reasons that administrators are offered when they reject or cancel, one a line',
  response: reasons,
})

export const changeReasons = endpoint({
  audience: 'admin',
  method: 'PUT',
  path: '/api/admin/reasons/',
  summary:
    'Change the reasons that administrators are offered. With `expected`, what the change was made from, it overwrites nothing that somebody else has changed since',
  body: z.object({ ...form, expected: z.optional(z.partial(reasons)) }),
  audit: { keeps: ['reject_reasons', 'cancel_reasons'] },
  response: z.object({ message: z.string(), reasons }),
  errors: ['changed_meanwhile'],
})
