import { useShortcut } from '../components/use-shortcut.ts'

export type QueueKey = 'next' | 'previous' | 'approve' | 'reject' | 'select' | 'order' | 'help'

const KEYS: Readonly<Record<string, QueueKey>> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
  x: 'select',
  s: 'order',
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
  const known = KEYS[key.toLowerCase()]
  if (known || /^[\x20-\x7e]$/.test(key)) return known
  // A Korean keyboard sends ㅓ for J, so the key's position decides.
  if (code === 'Slash') return shiftKey ? 'help' : undefined
  return code.startsWith('Key') ? KEYS[code.slice(3).toLowerCase()] : undefined
}

export const useQueueKeys = (onKey: (key: QueueKey) => void): void =>
  useShortcut((event) => {
    const meaning = document.querySelector('dialog[open]') ? undefined : meaningOf(event)
    if (!meaning) return
    event.preventDefault()
    onKey(meaning)
  })
