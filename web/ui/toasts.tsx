import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './icon.tsx'
import { useInnermostDialog } from './open-dialogs.ts'
import {
  currentToasts,
  dismissToast,
  pauseToasts,
  resumeToasts,
  subscribeToasts,
  type ToastAction,
} from './toast.ts'
import './toasts.css'

/** Where toasts appear; rendered once, at the root. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts)
  const place = useInnermostDialog() ?? document.body
  const isReady = useSettled(place)
  const of = (tone: 'success' | 'error') => toasts.filter((toast) => isReady && toast.tone === tone)
  return createPortal(
    <div
      className="toasts"
      onMouseEnter={pauseToasts}
      onMouseLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={resumeToasts}
    >
      {/* Two regions, there before any text is, because what comes in with its region is not always read out. */}
      <div role="status">
        {of('success').map((toast) => (
          <Toast key={toast.id} {...toast} />
        ))}
      </div>
      <div role="alert">
        {of('error').map((toast) => (
          <Toast key={toast.id} {...toast} />
        ))}
      </div>
    </div>,
    place,
  )
}

// Long enough for a browser to have reported the empty regions to assistive technology.
const SETTLES_MS = 100

/** False for a moment after the regions have moved, as they do when a dialog opens or closes and tells what it did. */
function useSettled(place: Element): boolean {
  const [region, setRegion] = useState({ place, isSettled: true })
  // Also when it comes back to where it was a moment ago: it is another region by then.
  if (region.place !== place) setRegion({ place, isSettled: false })
  useEffect(() => {
    if (region.isSettled) return undefined
    const timer = setTimeout(setRegion, SETTLES_MS, { place: region.place, isSettled: true })
    return () => clearTimeout(timer)
  }, [region])
  return region.isSettled && region.place === place
}

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
          onClick={() => {
            dismissToast(id)
            action.onPress()
          }}
        >
          {action.label}
        </button>
      )}
    </div>
    <button type="button" className="toast__close" aria-label="알림 닫기" onClick={() => dismissToast(id)}>
      <Icon name="close" />
    </button>
  </div>
)
