import { useEffect, useState } from 'react'
import { useMedia } from '../browser/use-media.ts'

/** Time to find one room of a page. */
const TURN_MS = 12_000

export function usePages(pages: number, isHeld: boolean) {
  const [page, setPage] = useState(0)
  const shown = page % pages
  useEffect(() => {
    if (pages < 2 || isHeld) return undefined
    const timer = setTimeout(() => setPage(shown + 1), TURN_MS)
    return () => clearTimeout(timer)
  }, [pages, shown, isHeld])
  return shown
}

const WALL = matchMedia('(min-width: 900px) and (min-height: 560px)')
const UPRIGHT = matchMedia('(orientation: portrait)')

export const useWallShape = () => ({ isWall: useMedia(WALL), isUpright: useMedia(UPRIGHT) })
