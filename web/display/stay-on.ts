/** Returns a function that stops it. */
export function keepAwake(): () => void {
  // Needs HTTPS and a recent browser.
  if (!('wakeLock' in navigator)) return () => {}
  let lock: WakeLockSentinel | undefined
  let isAsking = false
  let isOver = false
  const hold = async () => {
    if (isOver || isAsking || document.hidden || lock?.released === false) return
    isAsking = true
    try {
      lock = await navigator.wakeLock.request('screen')
      // The system may release it, as at low battery. The pause avoids a loop.
      lock.addEventListener('release', () => setTimeout(look, 1_000))
      if (isOver) await lock.release()
    } catch {
      // Tried again each minute.
    }
    isAsking = false
  }
  const look = () => void hold()
  look()
  // Hidden pages lose the lock.
  document.addEventListener('visibilitychange', look)
  const timer = setInterval(look, 60_000)
  return () => {
    isOver = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    void lock?.release()
  }
}

/** Returns a function that stops it. */
export function fillOnTap(): () => void {
  const fill = ({ target }: MouseEvent) => {
    if (!document.fullscreenEnabled || document.fullscreenElement) return
    if (target instanceof Element && target.closest('a, button')) return
    document.documentElement.requestFullscreen().catch(() => {})
  }
  document.addEventListener('click', fill)
  return () => document.removeEventListener('click', fill)
}
