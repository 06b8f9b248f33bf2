import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useNow } from '../../browser/clock.ts'
import { useInnermostDialog } from '../../ui/open-dialogs.ts'
import { useShortcut } from '../components/use-shortcut.ts'
import { dropClosed, undoLatest, useUndos } from './undo.ts'
import { figures } from '../../ui/figures.ts'
import './undo-strip.css'

export function UndoStrip() {
  const hasUndos = useUndos().length > 0
  // Everything outside the innermost dialog is inert.
  return createPortal(hasUndos && <OpenUndos />, useInnermostDialog() ?? document.body)
}

function OpenUndos() {
  const undos = useUndos()
  const at = useNow(250)
  const open = undos.filter(({ until }) => at < until)
  const isOver = open.length === 0
  useEffect(() => {
    if (isOver) dropClosed()
  }, [isOver])
  const latest = open.at(-1)
  if (!latest) return null
  return (
    <Strip text={latest.text} seconds={Math.ceil((latest.until - at) / 1_000)} others={open.length - 1} />
  )
}

function Strip({ text, seconds, others }: { text: string; seconds: number; others: number }) {
  const strip = useRef<HTMLElement>(null)
  useFocusBack(strip)
  useShortcut((event) => {
    // Z, or ㅋ on the same key of a Korean keyboard.
    if (event.code !== 'KeyZ' && event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    undoLatest()
  })
  return (
    <section className="undo-strip" ref={strip} aria-label="되돌릴 수 있는 승인">
      <p className="grow">
        <span role="status">{text}</span>{' '}
        <span {...figures('small')}>
          {/* A screen reader would read every second. */}
          <span aria-hidden="true">{seconds}초</span>
          {others > 0 && ` · 이전 승인 ${others}건`}
        </span>
      </p>
      <button type="button" className="strong undo-strip__button" aria-keyshortcuts="z" onClick={undoLatest}>
        되돌리기 <kbd>Z</kbd>
      </button>
    </section>
  )
}

/** A focus inside the strip returns to where it came from. */
function useFocusBack(strip: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const held = strip.current!
    let from: EventTarget | null = null
    const enter = ({ relatedTarget }: FocusEvent) => (from = relatedTarget)
    held.addEventListener('focusin', enter)
    return () => {
      held.removeEventListener('focusin', enter)
      if (held.contains(document.activeElement) && from instanceof HTMLElement) from.focus()
    }
  }, [strip])
}
