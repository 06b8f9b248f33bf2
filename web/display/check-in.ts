import { useEffect } from 'react'
import { checkInScreen, SCREEN_CODE } from '../../contract/screen.ts'
import { CHECK_IN_MS } from '../../domain/screen.ts'
import { ApiError, call } from '../api.ts'
import { BUILD_NAME } from '../build.ts'

/** What a set-up link made of this browser: a screen beside one room. */
type Setup = { room: string; code: string; key: string }

const SETUP = 'screen'

/** On a screen that was set up for this room, tells the service each minute that it is there, while it can be seen. */
export function useCheckIn(room: string): void {
  useEffect(() => {
    const setup = takeSetup(room)
    if (!setup) return undefined
    let isOver = false
    const tell = async () => {
      if (isOver || document.hidden) return
      try {
        await call(checkInScreen, { body: reportOf(setup) })
      } catch (failure) {
        // The room is gone, and its link with it. Whatever else went wrong may pass.
        isOver = failure instanceof ApiError && failure.code === 'room_not_found'
      }
    }
    const look = () => void tell()
    look()
    const timer = setInterval(look, CHECK_IN_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [room])
}

const reportOf = ({ code, key }: Setup) => ({
  code,
  key,
  build: BUILD_NAME,
  width: Math.max(1, innerWidth),
  height: Math.max(1, innerHeight),
})

/** The set-up in the address, or else the one of before: many a screen starts with the address that it had last. */
function takeSetup(room: string): Setup | null {
  const kept = readKept()
  const code = location.hash.slice(1)
  if (!SCREEN_CODE.test(code)) return kept?.room === room ? kept : null
  const setup = { room, code, key: kept?.key ?? newKey() }
  try {
    localStorage.setItem(SETUP, JSON.stringify(setup))
  } catch {
    // A browser that keeps nothing is a new screen after each start.
  }
  return setup
}

function readKept(): Setup | null {
  try {
    return JSON.parse(localStorage.getItem(SETUP) ?? 'null') as Setup | null
  } catch {
    return null
  }
}

const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
