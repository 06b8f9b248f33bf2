import { startTiming } from '../browser/clock.ts'

type Tone = 'success' | 'error'
/** The next step that a message offers; its button takes the message away. */
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

/** Takes the failures away, when what they reported has been put right or is tried again. */
export function dismissFailures(): void {
  for (const { id, tone } of toasts) if (tone === 'error') dismissToast(id)
}

function run(toast: Toast) {
  running.set(toast.id, {
    timer: setTimeout(() => dismissToast(toast.id), toast.left),
    since: startTiming(),
  })
}

/** Nobody should have to read against the clock: while pointed at or focused, toasts stay. */
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
  // The same words twice are one message whose time begins anew.
  const same = toasts.find((toast) => toast.tone === tone && toast.text === text)
  if (same) dismissToast(same.id)
  while (toasts.length >= MAX) dismissToast(toasts[0]!.id)
  const toast: Toast = { id: (lastId += 1), tone, text, left, action }
  change([...toasts, toast])
  if (!paused) run(toast)
  return toast.id
}

/** Messages that stay so many milliseconds: good news, and failures. */
export const toaster = (success: number, error: number) => ({
  /** Answers the toast's id, for `dismissToast`. */
  success: (text: string, action?: ToastAction) => show('success', text, success, action),
  error: (text: string) => {
    show('error', text, error)
  },
})

export const visitorToast = toaster(5_000, 5_000)
export const adminToast = toaster(2_000, 4_000)
