import type { ComponentProps, ReactNode } from 'react'
import { PLACE_KEYS } from '../../paths.ts'
import TakenDialog from '../components/waitlist/taken-dialog.tsx'
import NothingLeft from './nothing-left.tsx'
import { TimesSection } from './times-section.tsx'
import type { DayProps } from './use-day-choice.ts'
import type { useManyChoice } from './use-many-choice.ts'

type Props = Omit<ComponentProps<typeof TimesSection>, 'choice' | 'takeLead'> & {
  of: DayProps
  choice: ReturnType<typeof useManyChoice>
  head?: ReactNode
  /** Its times are chosen already, although none may be left. */
  hasStart?: boolean
}

export function ManySection({ of, choice, head, hasStart = false, children, ...section }: Props) {
  const { day, kind, places, choice: wish, now, lead, takeLead } = of
  const { asked, setAsked, nothingLeft } = choice
  const askedAt = places.find(({ id }) => id === asked?.at)
  const wanted = wish[PLACE_KEYS[kind]] ?? 0
  return (
    <TimesSection {...section} choice={choice} takeLead={takeLead}>
      {head}
      {nothingLeft && !hasStart && (
        <NothingLeft {...{ kind, now, lead, wanted }} why={nothingLeft} date={day.date} />
      )}
      {children}
      {asked && askedAt && (
        <TakenDialog
          {...{ kind, now }}
          date={day.date}
          place={askedAt}
          slot_ids={asked.slot_ids}
          onClose={() => setAsked(null)}
          onWait={(...times) => choice.wait(askedAt, ...times)}
        />
      )}
    </TimesSection>
  )
}
