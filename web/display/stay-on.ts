/** Keeps the screen from going dark; answers how to let it. */
export function keepAwake(): () => void {
  // Only over HTTPS, and not in every browser.
  if (!('wakeLock' in navigator)) return () => {}
  let lock: WakeLockSentinel | undefined
  let isAsking = false
  let isOver = false
  const hold = async () => {
    if (isOver || isAsking || document.hidden || lock?.released === false) return
    isAsking = true
    try {
      lock = await navigator.wakeLock.request('screen')
      // The system may take it back, for a low battery or a lost cable; not to be fought for without a pause.
      lock.addEventListener('release', () => setTimeout(look, 1_000))
      if (isOver) await lock.release()
    } catch {
      // Not now: asked for again each minute.
    }
    isAsking = false
  }
  const look = () => void hold()
  look()
  // A hidden page has lost it.
  document.addEventListener('visibilitychange', look)
  const timer = setInterval(look, 60_000)
  return () => {
    isOver = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    void lock?.release()
  }
}

/** Lets a tap that is meant for nothing else fill the screen; answers how to stop. */
export function fillOnTap(): () => void {
  const fill = ({ target }: MouseEvent) => {
    if (!document.fullscreenEnabled || document.fullscreenElement) return
    if (target instanceof Element && target.closest('a, button')) return
    document.documentElement.requestFullscreen().catch(() => {})
  }
  document.addEventListener('click', fill)
  return () => document.removeEventListener('click', fill)
}
