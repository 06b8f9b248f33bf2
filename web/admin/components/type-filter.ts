export const TYPES = [
  { id: 'all', label: '전체' },
  { id: 'tour', label: '투어' },
  { id: 'meeting', label: '미팅' },
] as const
export type TypeFilter = (typeof TYPES)[number]['id']

export const typeOf = (text: string | null): TypeFilter => TYPES.find(({ id }) => id === text)?.id ?? 'all'
