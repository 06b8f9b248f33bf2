import * as z from 'zod/mini'
import { carriesWhite } from '../../domain/contrast.ts'
import { endpoint } from '../endpoint.ts'
import { KEEPS_OTHERS, confirmation, textOrNull } from '../field.ts'
import { face } from '../face.ts'

const COLOUR_TEXT = '색상은 #과 여섯 자리 숫자·영문(0-9, a-f)으로 입력해주세요. 예: #1d46e8'
const CONTRAST_TEXT = '흰 글자가 잘 보이지 않는 색상입니다. 더 어두운 색상을 선택해주세요.'

const colour = z
  .string(COLOUR_TEXT)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^#[0-9a-f]{6}$/, { error: COLOUR_TEXT, abort: true }),
    z.refine(carriesWhite, CONTRAST_TEXT),
  )

const FILE_TEXT = '올바르지 않은 파일입니다.'
const file = z.optional(z.nullable(z.string(FILE_TEXT).check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, FILE_TEXT))))
const hash = textOrNull

export const changeFace = endpoint({
  role: 'owner',
  method: 'PUT',
  path: '/api/admin/settings/face/',
  summary: `Change the event's colour (null: none), its logo, and the picture and hall plan of the public preview: PNG, JPEG or WebP files as Base64, up to 300 kB for the logo and 1 MB for the others, null for none, absent to keep the one there is. \`expected\` has the colour and the hashes. ${KEEPS_OTHERS}`,
  body: z.object({
    accent_colour: z.nullable(colour),
    logo: file,
    picture: file,
    plan: file,
    expected: z.optional(
      z.object({ accent_colour: hash, logo: hash, picture: z.optional(hash), plan: z.optional(hash) }),
    ),
  }),
  maxBytes: 4_000_000,
  audit: { keeps: ['accent_colour'] },
  response: z.extend(confirmation, { face }),
  errors: ['changed_meanwhile'],
})
