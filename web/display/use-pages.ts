import { useEffect, useState } from 'react'

/** Time to find one room among twelve. */
const TURN_MS = 12_000

export function usePages(pages: number, isHeld: boolean) {
  const [page, setPage] = useState(0)
  const shown = page % pages
  useEffect(() => {
    if (pages < 2 || isHeld) return undefined
    const timer = setTimeout(() => setPage(shown + 1), TURN_MS)
    return () => clearTimeout(timer)
  }, [pages, shown, isHeld])
  const turn = (by: number) => setPage((shown + by + pages) % pages)
  return { page: shown, turn }
}

const WALL = matchMedia('(min-width: 900px) and (min-height: 640px)')
const UPRIGHT = matchMedia('(orientation: portrait)')

const readShape = () => ({ isWall: WALL.matches, isUpright: UPRIGHT.matches })

export function useWallShape() {
  const [shape, setShape] = useState(readShape)
  useEffect(() => {
    const look = () => setShape(readShape())
    const lists = [WALL, UPRIGHT]
    for (const list of lists) list.addEventListener('change', look)
    return () => {
      for (const list of lists) list.removeEventListener('change', look)
    }
  }, [])
  return shape
}
