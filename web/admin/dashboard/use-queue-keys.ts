import { useEffect, useLayoutEffect, useRef } from 'react'
import { isTyping } from '../components/is-typing.ts'

/** The meaning of a key in the queue. */
export type QueueKey = 'next' | 'previous' | 'approve' | 'reject' | 'select' | 'order' | 'search' | 'help'

const KEYS: Readonly<Record<string, QueueKey>> = {
  KeyJ: 'next',
  KeyK: 'previous',
  KeyA: 'approve',
  KeyR: 'reject',
  KeyX: 'select',
  KeyS: 'order',
  Slash: 'search',
}

const LETTERS: Readonly<Record<string, QueueKey>> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
  x: 'select',
  s: 'order',
  '/': 'search',
  '?': 'help',
}

/** The names of the keys, in the order in which they are listed. */
export const KEY_TEXT: readonly (readonly [keys: string, meaning: string])[] = [
  ['J', '다음 예약'],
  ['K', '이전 예약'],
  ['Enter', '상세 보기'],
  ['A', '승인'],
  ['R', '거절'],
  ['X', '선택'],
  ['S', '정렬: 시간순, 오래 기다린 순'],
  ['Ctrl+Enter', '쓴 사유와 함께 처리'],
  ['Z', '승인 되돌리기'],
  ['/', '검색'],
  ['?', '단축키 도움말'],
]

function meaningOf({ key, code, shiftKey }: KeyboardEvent): QueueKey | undefined {
  // A Korean keyboard gives ㅓ for J: then the place of the key decides, not its letter.
  const letter = LETTERS[key.toLowerCase()]
  if (letter) return letter
  if (/^[\x20-\x7e]$/.test(key)) return undefined
  return code === 'Slash' && shiftKey ? 'help' : KEYS[code]
}

/** Hears the keys of the queue, except while somebody types or a dialog is open. */
export function useQueueKeys(onKey: (key: QueueKey) => void): void {
  const latest = useRef(onKey)
  // Before the next picture: a key that follows at once acts on the row that the one before has led to.
  useLayoutEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const meaning = meaningOf(event)
      if (!meaning) return
      event.preventDefault()
      latest.current(meaning)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
