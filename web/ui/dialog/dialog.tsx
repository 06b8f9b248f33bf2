import { isComposing } from '../../browser/is-composing.ts'
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'
import './dialog.css'
import { Icon } from '../icon.tsx'
import { dialogClosed, dialogOpened, innermostDialog } from '../open-dialogs.ts'
import { reopenDialogs } from './dialog-stack.ts'

type Props = {
  title: string
  /** Requested by Escape, the close button or a press outside. The owner then unmounts it. */
  onClose: () => void
  kind?: 'sheet' | 'alert'
  wide?: boolean
  /** `data-autofocus` marks the first focus; default is the heading. */
  actions?: ReactNode
  children?: ReactNode
}

/** Open while mounted. Returns the focus when closed. */
export function Dialog({ title, onClose, kind = 'sheet', wide = false, actions, children }: Props) {
  const ref = useModal(onClose)
  const titleId = useId()
  return (
    <dialog
      ref={ref}
      className="dialog"
      data-kind={kind}
      data-wide={wide || undefined}
      role={kind === 'alert' ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={kind === 'alert' && children ? `${titleId}-body` : undefined}
    >
      <div className="dialog__box">
        <header className="dialog__head row" data-spread>
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {kind === 'sheet' && (
            <button type="button" className="tap muted" aria-label="닫기" onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
        {children && (
          <div className="dialog__body" id={`${titleId}-body`}>
            {children}
          </div>
        )}
        {actions && <footer className="dialog__actions">{actions}</footer>}
      </div>
    </dialog>
  )
}

function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    const origin = document.activeElement
    const cancel = (event: Event) => {
      // Cancel events of file inputs and nested dialogs bubble.
      if (event.target !== dialog) return
      event.preventDefault()
      close()
    }
    // Browsers force a dialog closed on the second Escape, and maybe those beneath it.
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event) || event.defaultPrevented) return
      if (innermostDialog() !== dialog) return
      event.preventDefault()
      if (!event.repeat) close()
    }
    // Android's back gesture closes it too; the owner may keep it open.
    const closed = (event: Event) => {
      if (event.target !== dialog || dialog.open) return
      close()
      setTimeout(reopenDialogs)
    }
    // Only a press outside the box hits the dialog itself. A selection dragged out of the box ends there, but
    // begins inside.
    let isPressedBeside = false
    const pressBegins = (event: Event) => {
      isPressedBeside = event.target === dialog
    }
    const pressed = (event: Event) => event.target === dialog && isPressedBeside && close()
    document.addEventListener('keydown', escape)
    dialog.addEventListener('cancel', cancel)
    dialog.addEventListener('close', closed)
    dialog.addEventListener('pointerdown', pressBegins)
    dialog.addEventListener('click', pressed)
    keepScrollbarRoom()
    dialog.showModal()
    if (origin && origin !== document.body) growFrom(origin, dialog.querySelector('.dialog__box')!)
    dialogOpened(dialog, () => close())
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('h2')
    first?.focus()
    return () => {
      document.removeEventListener('keydown', escape)
      dialog.removeEventListener('cancel', cancel)
      dialog.removeEventListener('close', closed)
      dialog.removeEventListener('pointerdown', pressBegins)
      dialog.removeEventListener('click', pressed)
      dialogClosed(dialog)
      dialog.close()
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus()
    }
  }, [])
  return ref
}

/** Grows the dialog out of the control that opened it. */
function growFrom(origin: Element, box: HTMLElement) {
  const { left, top, width, height } = origin.getBoundingClientRect()
  const [x, y] = [left + width / 2 - box.offsetLeft, top + height / 2 - box.offsetTop]
  box.style.transformOrigin = `${x}px ${y}px`
  box.toggleAttribute('data-grows', true)
}

/** A dialog hides the page's scrollbar; keep its room, so that nothing shifts. */
function keepScrollbarRoom() {
  const page = document.documentElement
  if (document.querySelector('dialog[open]')) return
  page.toggleAttribute('data-scrollbar', innerWidth > page.clientWidth)
}
