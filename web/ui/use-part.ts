import { useEffect, useState, type ComponentType } from 'react'

/** A component that is fetched after the screen that it is part of; null until it is there, and when it cannot be had. */
export function usePart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> | null {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    load().then(
      (part) => setPart(() => part.default),
      () => {},
    )
  }, [load])
  return Part
}
