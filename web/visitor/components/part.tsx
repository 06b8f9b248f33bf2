import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component that is fetched when it is first drawn, or with `isLate` when its screen stands; `standIn` until it is
 * there, and while it cannot be had: it is asked for again when the network is back.
 */
export function part<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { standIn = null, isLate = false }: { standIn?: ReactNode; isLate?: boolean } = {},
): ComponentType<Props> {
  return function Part(props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
    useEffect(() => {
      const fetch = () =>
        void load().then(
          (loaded) => setLoaded(() => loaded.default),
          () => {},
        )
      let timer: ReturnType<typeof setTimeout> | undefined
      if (isLate) timer = setTimeout(fetch)
      else fetch()
      addEventListener('online', fetch)
      return () => {
        clearTimeout(timer)
        removeEventListener('online', fetch)
      }
    }, [])
    return Loaded ? <Loaded {...props} /> : standIn
  }
}
