import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { startTiming } from '../../../browser/clock.ts'
import { useInnermostDialog } from '../../../ui/open-dialogs.ts'
import { isTyping } from '../../components/is-typing.ts'
import { takeBack } from './unsent-queue.ts'
import { useUnsent, type Unsent } from './unsent.ts'
import { decidedText, TAKE_BACK_MS } from './unsent-rules.ts'
import './unsent-strip.css'

/** The latest decision that can be taken back, how long it can, and how many there are before it. */
export function UnsentStrip() {
  const { waiting } = useUnsent()
  const latest = waiting.at(-1)
  useTakeBackKey()
  // The page outside the innermost dialog can be neither pressed nor read.
  return createPortal(
    latest && <Strip latest={latest} others={waiting.length - 1} />,
    useInnermostDialog() ?? document.body,
  )
}

function Strip({ latest, others }: { latest: Unsent; others: number }) {
  const text = decidedText(latest)
  const strip = useRef<HTMLElement>(null)
  useFocusBack(strip)
  return (
    <section className="unsent-strip" ref={strip} aria-label="되돌릴 수 있는 처리">
      <div className="unsent-strip__text">
        <p role="status">{text}</p>
        <p className="unsent-strip__rest small numerals">
          <Countdown key={latest.due} due={latest.due} />
          {others > 0 && ` · 이전 처리 ${others}건`}
        </p>
      </div>
      <button type="button" className="unsent-strip__button" aria-keyshortcuts="z" onClick={takeBack}>
        되돌리기 <kbd>Z</kbd>
      </button>
      <span
        key={latest.due}
        className="unsent-strip__bar"
        style={{
          animationDuration: `${TAKE_BACK_MS}ms`,
          animationDelay: `${latest.due - TAKE_BACK_MS - startTiming()}ms`,
        }}
      />
    </section>
  )
}

/** The strip goes by itself: a focus that is on it then goes back to where it came from. */
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

/** The seconds that are left; not for a screen reader, which would say each of them. */
function Countdown({ due }: { due: number }) {
  const [left, setLeft] = useState(() => due - startTiming())
  useEffect(() => {
    const timer = setInterval(() => setLeft(due - startTiming()), 250)
    return () => clearInterval(timer)
  }, [due])
  return <span aria-hidden="true">{Math.max(1, Math.ceil(left / 1_000))}초 후 전송</span>
}

/** Z takes the latest back, as a Korean keyboard's ㅋ does on the same key. */
function useTakeBackKey() {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (event.code !== 'KeyZ' && event.key.toLowerCase() !== 'z') return
    if (isTyping(event.target)) return
    event.preventDefault()
    takeBack()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}
