import { useEffect, useState, type ComponentType } from 'react'
import { startLater } from './late-chunk.ts'

type Props<Own> = { load: () => Promise<{ default: ComponentType<Own> }>; of: Own }

/** A part that the wall can do without until it has come. */
export function LatePart<Own extends object>({ load, of }: Props<Own>) {
  const [Part, setPart] = useState<ComponentType<Own>>()
  useEffect(
    () =>
      startLater(load, (part) => {
        setPart(() => part.default)
        return () => {}
      }),
    [load],
  )
  return Part && <Part {...of} />
}
