import { searchKey } from './search-key.ts'

export const DELETE_WORD = '삭제'

type Deletion = {
  live: number
  isEverything: boolean
  /** The date, docent or room, if only one. */
  name?: string | undefined
}

/** Null: a press is enough. */
export const wordToType = ({ live, isEverything, name = DELETE_WORD }: Deletion): string | null =>
  live > 0 ? name : isEverything ? DELETE_WORD : null

/** Case, spaces and hyphens do not matter. */
export const isTyped = (typed: string, word: string): boolean =>
  typed.trim() !== '' && searchKey(typed) === searchKey(word)

export function isAsShown(shown: readonly number[], live: readonly number[]): boolean {
  const seen = new Set(shown)
  return seen.size === live.length && live.every((id) => seen.has(id))
}
