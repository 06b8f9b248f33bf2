import { useEffect, useState } from 'react'
import type { Instant } from '../../domain/madrid-time.ts'
import { loadStream } from '../api/reads/use-changes.ts'
import { usePart } from '../browser/use-part.ts'
import { ON_WALL, takeServedBuild } from './served-build.ts'

/**
 * For a screen beside a room on which nobody works: stays on, fills the screen after a tap, takes newer builds by itself
 * and says that it is there.
 */
export function useWall(room: string, now: Instant): void {
  useCheckIn(room)
  usePart(loadStream, ON_WALL)
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

function useCheckIn(room: string) {
  const part = usePart(loadCheckIn, ON_WALL)
  useEffect(() => part?.startCheckIns(room), [part, room])
}

const loadStayOn = () => import('./stay-on.ts')

/** By this a wall stays on and, for a board, fills its screen at a tap. */
function useStayOn(isWanted: boolean, isBoard: boolean) {
  const part = usePart(isWanted ? loadStayOn : null, ON_WALL)
  useEffect(() => (isWanted ? part?.keepAwake() : undefined), [part, isWanted])
  useEffect(() => (isBoard ? part?.fillOnTap() : undefined), [part, isBoard])
}
