import { useEffect, useLayoutEffect, useRef } from 'react'
import { isTyping } from '../components/is-typing.ts'

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
  // A Korean keyboard sends ㅓ for J, so the key's position decides.
  const letter = LETTERS[key.toLowerCase()]
  if (letter) return letter
  if (/^[\x20-\x7e]$/.test(key)) return undefined
  return code === 'Slash' && shiftKey ? 'help' : KEYS[code]
}

export function useQueueKeys(onKey: (key: QueueKey) => void): void {
  const latest = useRef(onKey)
  // Layout effect: a key that follows at once must act on the new row.
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
