import { useEffect, useState, type ComponentType } from 'react'
import { inTime } from '../../browser/in-time.ts'

const AGAIN_MS = 3_000

/**
 * A component that is fetched when it is first drawn, or with `isLate` when its screen stands. Nothing is drawn until it
 * is there; while it cannot be had it is asked for again, at once when the network is back.
 */
export function part<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isLate = false,
): ComponentType<Props> {
  return function Part(props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const fetch = () =>
        void inTime(load).then(
          (loaded) => setLoaded(() => loaded.default),
          () => {
            timer = setTimeout(fetch, AGAIN_MS)
          },
        )
      if (isLate) timer = setTimeout(fetch)
      else fetch()
      addEventListener('online', fetch)
      return () => {
        clearTimeout(timer)
        removeEventListener('online', fetch)
      }
    }, [])
    return Loaded && <Loaded {...props} />
  }
}
