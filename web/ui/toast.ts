import { startTiming } from '../browser/clock.ts'
import { makeStore } from './store.ts'

type Tone = 'success' | 'error'
/** Pressing the action closes the toast. */
export type ToastAction = { label: string; onPress: () => void }
type Toast = { id: number; tone: Tone; text: string; left: number; action?: ToastAction | undefined }

const MAX = 20

const store = makeStore<readonly Toast[]>([])
export const currentToasts = store.get
export const useToasts = store.useValue

let paused = false
let lastId = 0
const running = new Map<number, { timer: ReturnType<typeof setTimeout>; since: number }>()

export function dismissToast(id: number): void {
  clearTimeout(running.get(id)?.timer)
  running.delete(id)
  store.set(currentToasts().filter((toast) => toast.id !== id))
  if (currentToasts().length === 0) paused = false
}

export function dismissFailures(): void {
  for (const { id, tone } of currentToasts()) if (tone === 'error') dismissToast(id)
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
  for (const toast of currentToasts()) {
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
  for (const toast of currentToasts()) run(toast)
}

/** By its button. One that is removed while focused reports no blur. */
export function closeToast(id: number, isFocused: boolean): void {
  dismissToast(id)
  if (isFocused) resumeToasts()
}

function show(tone: Tone, text: string, left: number, action?: ToastAction): number {
  // A repeated text restarts its toast.
  const same = currentToasts().find((toast) => toast.tone === tone && toast.text === text)
  if (same) dismissToast(same.id)
  while (currentToasts().length >= MAX) dismissToast(currentToasts()[0]!.id)
  const toast: Toast = { id: (lastId += 1), tone, text, left, action }
  store.set([...currentToasts(), toast])
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
