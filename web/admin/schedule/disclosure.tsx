import { useId, useState, type ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import './disclosure.css'

/** Typed text stays while it is closed. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="fold">
      <h3>
        <button
          type="button"
          className="row fold__title"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{title}</span>
          <Icon name="chevron" />
        </button>
      </h3>
      <div className="card fold__body" id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}
