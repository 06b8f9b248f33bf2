import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component that is fetched when it is first drawn; `standIn` until it is there, and while it cannot be had: it is
 * asked for again when the network is back.
 */
export function part<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  standIn: ReactNode = null,
): ComponentType<Props> {
  return function Part(props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
    useEffect(() => {
      const fetch = () =>
        void load().then(
          (loaded) => setLoaded(() => loaded.default),
          () => {},
        )
      fetch()
      addEventListener('online', fetch)
      return () => removeEventListener('online', fetch)
    }, [])
    return Loaded ? <Loaded {...props} /> : standIn
  }
}
