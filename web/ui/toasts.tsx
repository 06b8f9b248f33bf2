import { useSyncExternalStore } from 'react'
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
  const dialog = useInnermostDialog()
  const of = (tone: 'success' | 'error') => toasts.filter((toast) => toast.tone === tone)
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
    dialog ?? document.body,
  )
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
