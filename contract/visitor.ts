// Without zod, so that screens load little.

export type VisitorType = 'VIP_TOUR' | 'GROUP_MEETING'

type Texts = {
  label: string
  /** Without it the text is optional. */
  missing?: string
}

type Field = Texts & {
  field: string
  kind?: 'phone' | 'count'
  only?: 'GROUP_MEETING'
  /** For the history and the administrator's details. */
  short?: string
  autoComplete?: 'organization' | 'name'
  /** For the administrator's form. */
  edit?: Readonly<Record<VisitorType, Texts>>
  column: readonly [header: string, width: number]
  /** Printed before it on day sheets. */
  daySheet?: string
}

// In the order of the forms.
const FIELDS = [
  {
    field: 'title',
    only: 'GROUP_MEETING',
    label: '미팅명',
    missing: '미팅명을 입력해주세요.',
    column: ['미팅명', 24],
    daySheet: '',
  },
  {
    field: 'company',
    label: '회사명',
    missing: '회사명을 입력해주세요.',
    short: '회사',
    autoComplete: 'organization',
    edit: {
      VIP_TOUR: { label: '회사 · 방문 대표자', missing: '방문 대표자 성함/직함을 입력해주세요.' },
      GROUP_MEETING: { label: '상대 회사명', missing: '상대 회사명을 입력해주세요.' },
    },
    column: ['방문 회사', 20],
  },
  {
    field: 'name',
    label: '방문자명',
    missing: '방문자명을 입력해주세요.',
    short: '방문자',
    autoComplete: 'name',
    edit: {
      VIP_TOUR: { label: '방문자 · 현장 담당자', missing: '현장 담당자 성함/직함을 입력해주세요.' },
      GROUP_MEETING: { label: '방문자 · 상대 미팅룸명', missing: '상대 미팅룸명을 입력해주세요.' },
    },
    column: ['방문자', 14],
    daySheet: '',
  },
  {
    field: 'manager_name',
    only: 'GROUP_MEETING',
    label: '현장 미팅 담당자명',
    missing: '현장 미팅 담당자명을 입력해주세요.',
    short: '현장 담당자',
    column: ['현장 미팅 담당자', 16],
    daySheet: '담당 ',
  },
  { field: 'phone', kind: 'phone', label: '연락처', column: ['방문자 전화번호', 16] },
  { field: 'count', kind: 'count', label: '방문 인원', column: ['방문 인원', 10] },
] as const satisfies readonly Field[]

type Entry = (typeof FIELDS)[number]
export type EntryOf<Type> = Type extends 'VIP_TOUR' ? Exclude<Entry, { only: 'GROUP_MEETING' }> : Entry

export type VisitorField = Field & { field: Entry['field'] }
export const VISITOR_FIELDS: readonly VisitorField[] = FIELDS

export type Visitor = Partial<Record<VisitorField['field'], string | number | null | undefined>>

export const fieldsOf = (type: VisitorType): VisitorField[] =>
  VISITOR_FIELDS.filter(({ only }) => only === undefined || only === type)

/** With the texts of the administrator's form. */
export const editFieldsOf = (type: VisitorType): VisitorField[] =>
  fieldsOf(type).map((field) => ({ ...field, ...field.edit?.[type] }))

/** For mails and details. A meeting shows its title above its room. */
export const visitorFacts = (visitor: Visitor): { label: string; value: string }[] =>
  VISITOR_FIELDS.filter(({ field }) => field !== 'title' && visitor[field]).map(({ field, kind, label }) => ({
    label,
    value: `${visitor[field]}${kind === 'count' ? '명' : ''}`,
  }))
