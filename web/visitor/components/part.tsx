import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

/** A component that is fetched when it is first drawn; `standIn` until it is there, and when it cannot be had. */
export function part<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  standIn: ReactNode = null,
): ComponentType<Props> {
  return function Part(props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
    useEffect(() => {
      load().then(
        (loaded) => setLoaded(() => loaded.default),
        () => {},
      )
    }, [])
    return Loaded ? <Loaded {...props} /> : standIn
  }
}
