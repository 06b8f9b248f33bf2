import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './icon.tsx'
import { useInnermostDialog } from './open-dialogs.ts'
import { closeToast, pauseToasts, resumeToasts, useToasts, type ToastAction } from './toast.ts'
import './toasts.css'

export default function Toasts() {
  const toasts = useToasts()
  const place = useInnermostDialog() ?? document.body
  const isReady = useSettled(place)
  const of = (tone: 'success' | 'error') => toasts.filter((toast) => isReady && toast.tone === tone)
  return createPortal(
    <div
      className="toasts"
      // A mouse that rests where a toast comes reads nothing.
      onMouseMove={pauseToasts}
      onMouseLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={resumeToasts}
    >
      {/* Both regions exist before any text: screen readers miss text that arrives with its region. */}
      <div role="alert">
        {of('error').map((toast) => (
          <Toast key={toast.id} {...toast} />
        ))}
      </div>
      <div role="status">
        {of('success').map((toast) => (
          <Toast key={toast.id} {...toast} />
        ))}
      </div>
    </div>,
    place,
  )
}

// Time for browsers to expose the empty regions.
const SETTLES_MS = 100

/** False briefly after the regions appeared, or moved into or out of a dialog. */
function useSettled(place: Element): boolean {
  const [region, setRegion] = useState({ place, isSettled: false })
  // Also when it returns at once: it is another region then.
  if (region.place !== place) setRegion({ place, isSettled: false })
  useEffect(() => {
    if (region.isSettled) return undefined
    const timer = setTimeout(setRegion, SETTLES_MS, { place: region.place, isSettled: true })
    return () => clearTimeout(timer)
  }, [region])
  return region.isSettled && region.place === place
}

const isFocused = (button: Element) => button.matches(':focus-visible')

type ToastProps = { id: number; tone: 'success' | 'error'; text: string; action?: ToastAction | undefined }

const Toast = ({ id, tone, text, action }: ToastProps) => (
  <div className="toast" data-tone={tone}>
    <Icon name={tone === 'success' ? 'check' : 'alert'} />
    <div className="grow">
      <p>{text}</p>
      {action && (
        <button
          type="button"
          className="toast__action"
          onClick={({ currentTarget }) => {
            closeToast(id, isFocused(currentTarget))
            action.onPress()
          }}
        >
          {action.label}
        </button>
      )}
    </div>
    <button
      type="button"
      className="tap toast__close"
      aria-label="알림 닫기"
      onClick={({ currentTarget }) => closeToast(id, isFocused(currentTarget))}
    >
      <Icon name="close" />
    </button>
  </div>
)
