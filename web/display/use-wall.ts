import { useEffect, useState } from 'react'
import type { Instant } from '../../domain/madrid-time.ts'
import { startLater } from './late-chunk.ts'
import { takeServedBuild } from './served-build.ts'

/**
 * For a screen beside a room on which nobody works: stays on, fills the screen after a tap, takes newer builds by itself
 * and says that it is there.
 */
export function useWall(room: string, now: Instant): void {
  useCheckIn(room)
  useStream()
  useStayOn(true, true)
  useNewBuild(true, now)
}

/** For the list of rooms, which hangs on walls, where it stays on and takes newer builds, and is looked at on phones. */
export function useListWall(isWall: boolean, now: Instant): void {
  useStayOn(isWall, false)
  useNewBuild(isWall, now)
}

function useNewBuild(isWanted: boolean, now: Instant) {
  const minute = Math.floor(now / 60_000)
  const [opened] = useState(minute)
  useEffect(() => {
    // The page itself has only just come.
    if (isWanted && import.meta.env.PROD && minute !== opened) void takeServedBuild()
  }, [isWanted, minute, opened])
}

const loadCheckIn = () => import('./check-in.ts')

const useCheckIn = (room: string) =>
  useEffect(() => startLater(loadCheckIn, ({ startCheckIns }) => startCheckIns(room)), [room])

/** The chunk that the board listens with; it would do without if that never came. */
const useStream = () => useEffect(() => startLater(() => import('../api/reads/stream/change-stream.ts')), [])

const loadStayOn = () => import('./stay-on.ts')

/** The chunk by which a wall stays on and, for a board, fills its screen at a tap. */
const useStayOn = (isWanted: boolean, isBoard: boolean) =>
  useEffect(() => {
    if (!isWanted) return undefined
    return startLater(loadStayOn, ({ keepAwake, fillOnTap }) => {
      const stops = isBoard ? [keepAwake(), fillOnTap()] : [keepAwake()]
      return () => {
        for (const stop of stops) stop()
      }
    })
  }, [isWanted, isBoard])
