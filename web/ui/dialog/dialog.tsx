import { useEffect, useId, useRef, type ReactNode } from 'react'
import './dialog.css'
import { Icon } from '../icon.tsx'
import { dialogClosed, dialogOpened, innermostDialog } from '../open-dialogs.ts'
import { reopenDialogs } from './dialog-stack.ts'

type Props = {
  title: string
  /** Asked for by Escape, the close button or a press beside the dialog; the owner then stops rendering it. */
  onClose: () => void
  /** `sheet`: full height on phones. `alert`: a few words and a decision, small everywhere. */
  kind?: 'sheet' | 'alert'
  wide?: boolean
  /** The buttons at its foot; the one with `data-autofocus` gets the focus first, else the heading. */
  actions?: ReactNode
  children?: ReactNode
}

/** A modal dialog, open for as long as it is rendered. The focus goes back to where it came from. */
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
        <header className="dialog__head">
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {kind === 'sheet' && (
            <button type="button" className="dialog__close" aria-label="닫기" onClick={onClose}>
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
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    const origin = document.activeElement
    const cancel = (event: Event) => {
      // A file input's or a nested dialog's cancel bubbles; only our own closes us.
      if (event.target !== dialog) return
      event.preventDefault()
      close.current()
    }
    // Not left to the browser, which closes a dialog on the second Escape whatever its owner says, and perhaps those
    // beneath it too.
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      if (innermostDialog() !== dialog) return
      event.preventDefault()
      if (!event.repeat) close.current()
    }
    // A phone's back gesture does so as well; the owner must hear of it, and may keep the dialog.
    const closed = (event: Event) => {
      if (event.target !== dialog || dialog.open) return
      close.current()
      setTimeout(reopenDialogs)
    }
    // The content covers the dialog; only a press beside it meets the element itself. A text that is marked by dragging
    // beyond the box ends there too, but does not begin there.
    let isPressedBeside = false
    const pressBegins = (event: Event) => {
      isPressedBeside = event.target === dialog
    }
    const pressed = (event: Event) => event.target === dialog && isPressedBeside && close.current()
    document.addEventListener('keydown', escape)
    dialog.addEventListener('cancel', cancel)
    dialog.addEventListener('close', closed)
    dialog.addEventListener('pointerdown', pressBegins)
    dialog.addEventListener('click', pressed)
    keepScrollbarRoom()
    dialog.showModal()
    dialogOpened(dialog, () => close.current())
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

/** An open dialog takes the page's scrollbar away; where there was one its room stays, so that nothing moves. */
function keepScrollbarRoom() {
  const page = document.documentElement
  if (document.querySelector('dialog[open]')) return
  page.toggleAttribute('data-scrollbar', innerWidth > page.clientWidth)
}
