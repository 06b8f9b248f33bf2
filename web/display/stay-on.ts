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

const DESIGNED_FOR = 1080

/** Enlarges the wall on larger panels, and hides the pointer until a mouse moves. Returns a function that stops it. */
export function fitPanel(): () => void {
  const { style, dataset } = document.documentElement
  const fit = () => {
    const zoom = String(Math.max(1, Math.min(innerWidth, innerHeight) / DESIGNED_FOR))
    style.setProperty('zoom', zoom)
    style.setProperty('--zoom', zoom)
  }
  // Browsers report moves of what is below a pointer that rests.
  const show = ({ movementX, movementY }: MouseEvent) => {
    if (movementX || movementY) delete dataset['still']
  }
  fit()
  dataset['still'] = ''
  addEventListener('resize', fit)
  addEventListener('mousemove', show)
  return () => {
    removeEventListener('resize', fit)
    removeEventListener('mousemove', show)
    delete dataset['still']
    style.removeProperty('zoom')
    style.removeProperty('--zoom')
  }
}
