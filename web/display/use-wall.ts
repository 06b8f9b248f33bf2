import { useEffect, useState } from 'react'
import type { Instant } from '../../domain/madrid-time.ts'
import { loadStream } from '../api/reads/use-read.ts'
import { usePart } from '../browser/use-part.ts'
import { ON_WALL, takeServedBuild } from './served-build.ts'

export function useWall(room: string, now: Instant): void {
  useCheckIn(room)
  usePart(loadStream, ON_WALL)
  useStayOn(true, true)
  useNewBuild(true, now)
}

/** The list hangs on walls, but is also opened on phones. */
export function useListWall(isWall: boolean, now: Instant): void {
  useStayOn(isWall, false)
  useNewBuild(isWall, now)
}

function useNewBuild(isWanted: boolean, now: Instant) {
  const minute = Math.floor(now / 60_000)
  const [opened] = useState(minute)
  useEffect(() => {
    // The page has just loaded.
    if (isWanted && import.meta.env.PROD && minute !== opened) void takeServedBuild()
  }, [isWanted, minute, opened])
}

const loadCheckIn = () => import('./check-in.ts')

function useCheckIn(room: string) {
  const part = usePart(loadCheckIn, ON_WALL)
  useEffect(() => part?.startCheckIns(room), [part, room])
}

const loadStayOn = () => import('./stay-on.ts')

/** `isBoard`: also goes full screen at a tap. */
function useStayOn(isWanted: boolean, isBoard: boolean) {
  const part = usePart(isWanted ? loadStayOn : null, ON_WALL)
  useEffect(() => (isWanted ? part?.keepAwake() : undefined), [part, isWanted])
  useEffect(() => (isWanted ? part?.fitPanel() : undefined), [part, isWanted])
  useEffect(() => (isBoard ? part?.fillOnTap() : undefined), [part, isBoard])
}
