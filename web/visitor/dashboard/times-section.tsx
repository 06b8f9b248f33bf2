import { useEffect, useEffectEvent, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { AlertDialog } from '../components/late-dialogs.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { useDayChoice } from './use-day-choice.ts'

type Props = {
  className: string
  ref?: RefObject<HTMLElement | null>
  choice: Pick<ReturnType<typeof useDayChoice>, 'hasBar' | 'clear' | 'alert' | 'closeAlert'>
  bar: Omit<ComponentProps<typeof SelectionBar>, 'onClear'>
  takeLead: () => boolean
  children: ReactNode
}

export function TimesSection({ className, ref, choice, bar, takeLead, children }: Props) {
  const own = useRef<HTMLElement>(null)
  const section = ref ?? own
  const focusTimes = () => section.current?.querySelector<HTMLElement>('h2, [tabindex="0"]')?.focus()
  const arrive = useEffectEvent(() => {
    if (takeLead()) focusTimes()
  })
  useEffect(() => arrive(), [])
  const clear = () => {
    // Before the button disappears.
    focusTimes()
    choice.clear()
  }
  return (
    <section className={className} aria-label="시간 선택" ref={section}>
      {children}
      {choice.hasBar && <SelectionBar {...bar} onClear={clear} />}
      {choice.alert !== null && <AlertDialog text={choice.alert} onClose={choice.closeAlert} />}
    </section>
  )
}
