// What changes of the things that administrators replace whole: members, docents, rooms and the settings.
import type { DisplayNames } from '../../domain/board-name.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { tierOf, type TierFlags } from '../../domain/tier.ts'
import { shortened, whenText } from './sentence-text.ts'

/** What each way to show names on boards is called. */
export const DISPLAY_NAMES_TEXT: Readonly<Record<DisplayNames, string>> = {
  full: '전체 표시',
  masked: '일부 가림',
  hidden: '숨김',
}

type Facts = Readonly<Record<string, unknown>>
type FieldText = readonly [field: string, name: string, textOf?: (of: Facts) => string]

function tierText(facts: Facts): string {
  const tier = tierOf(facts as TierFlags)
  return tier === 'normal' ? '일반' : tier
}

// In the order of the forms.
const FIELDS: readonly FieldText[] = [
  ['event_name', '행사 이름'],
  ['contact_email', '문의 이메일'],
  ['display_names', '현황판의 방문자 이름', (of) => DISPLAY_NAMES_TEXT[of['display_names'] as DisplayNames]],
  ['name', '이름'],
  ['email', '이메일'],
  ['phone', '전화번호'],
  ['company_name', '회사명'],
  ['position', '직책'],
  ['language', '언어'],
  ['start_point', '시작 위치'],
  ['floor', '층', (of) => `${String(of['floor'])}층`],
  ['size', '수용 인원', (of) => `${String(of['size'])}명`],
  ['tier', '등급', tierText],
]

/** One field that somebody has changed: its name on the wire, and everything else in the words of the form. */
export type FieldChange = { field: string; name: string; before: string; after: string }

/** In what a thing differs from what it was. A tier is one field, `tier`, whatever flags it is made of. */
export function fieldChanges(before: object, after: object): FieldChange[] {
  const [from, to] = [before as Facts, after as Facts]
  const isKnown = (field: string) => (field === 'tier' ? 'is_vip' in to : field in to)
  return FIELDS.filter(([field]) => isKnown(field))
    .map(([field, name, textOf = (of: Facts) => String(of[field])]) => ({
      field,
      name,
      before: textOf(from),
      after: textOf(to),
    }))
    .filter((each) => each.before !== each.after)
}

/** What was changed into what, as it stands within a sentence. */
export const fieldChangesText = (changes: readonly FieldChange[]): string =>
  changes.map(({ name, before, after }) => `${name} ${shortened(before)} → ${shortened(after)}`).join(', ')

type Writer = { admin: string; at: Instant }

/** Who, the latest first, has changed what meanwhile, and when the last of it was: `박관리 님이 방금 변경했습니다: 층 3층 → 4층`. */
export function changedMeanwhileText(
  writers: readonly Writer[],
  changes: readonly FieldChange[],
  now: Instant,
): string {
  const what = fieldChangesText(changes)
  const [last] = writers
  if (!last) return `다른 관리자가 먼저 변경했습니다: ${what}`
  const names = [...new Set(writers.toReversed().map(({ admin }) => admin))].join(', ')
  return `${names} 님이 ${whenText(last.at, now)} 변경했습니다: ${what}`
}
