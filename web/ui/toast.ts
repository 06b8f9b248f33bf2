import { startTiming } from '../browser/clock.ts'

type Tone = 'success' | 'error'
/** Pressing the action closes the toast. */
export type ToastAction = { label: string; onPress: () => void }
type Toast = { id: number; tone: Tone; text: string; left: number; action?: ToastAction | undefined }

const MAX = 20

let toasts: readonly Toast[] = []
let paused = false
let lastId = 0
const running = new Map<number, { timer: ReturnType<typeof setTimeout>; since: number }>()
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

export function subscribeToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const currentToasts = (): readonly Toast[] => toasts

export function dismissToast(id: number): void {
  clearTimeout(running.get(id)?.timer)
  running.delete(id)
  change(toasts.filter((toast) => toast.id !== id))
  if (toasts.length === 0) paused = false
}

export function dismissFailures(): void {
  for (const { id, tone } of toasts) if (tone === 'error') dismissToast(id)
}

function run(toast: Toast) {
  running.set(toast.id, {
    timer: setTimeout(() => dismissToast(toast.id), toast.left),
    since: startTiming(),
  })
}

/** Toasts stay while hovered or focused, so that nobody reads against the clock. */
export function pauseToasts(): void {
  if (paused) return
  paused = true
  for (const toast of toasts) {
    const clock = running.get(toast.id)
    if (!clock) continue
    clearTimeout(clock.timer)
    toast.left = Math.max(1_000, toast.left - (startTiming() - clock.since))
  }
  running.clear()
}

export function resumeToasts(): void {
  if (!paused) return
  paused = false
  for (const toast of toasts) run(toast)
}

function show(tone: Tone, text: string, left: number, action?: ToastAction): number {
  // A repeated text restarts its toast.
  const same = toasts.find((toast) => toast.tone === tone && toast.text === text)
  if (same) dismissToast(same.id)
  while (toasts.length >= MAX) dismissToast(toasts[0]!.id)
  const toast: Toast = { id: (lastId += 1), tone, text, left, action }
  change([...toasts, toast])
  if (!paused) run(toast)
  return toast.id
}

export const toaster = (success: number, error: number) => ({
  /** Returns the id for `dismissToast`. */
  success: (text: string, action?: ToastAction) => show('success', text, success, action),
  error: (text: string) => {
    show('error', text, error)
  },
})

export const visitorToast = toaster(5_000, 5_000)
export const adminToast = toaster(2_000, 4_000)
