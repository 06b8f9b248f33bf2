import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import './tabs.css'

type Tab<Id extends string> = { id: Id; label: ReactNode }

type Props<Id extends string> = {
  /** What the tabs choose between, for assistive technology. */
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  /** The panel of the selected tab. */
  children: ReactNode
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Tabs and the panel of the selected one. Arrow keys move and select. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: Props<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Sideways only: the page stays where it is.
    const tab = document.getElementById(`${base}-${selected}`)
    if (list.current && tab) list.current.scrollLeft = middleOf(tab) - list.current.clientWidth / 2
  }, [base, selected])
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === selected)
    const next = STEPS[event.key]?.(at, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    onSelect(tabs[next]!.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div className="tabs">
      <div className="tabs__list" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            className="tabs__tab"
            aria-selected={tab.id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onKeyDown={move}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        className="tabs__panel"
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${selected}`}
      >
        {children}
      </div>
    </div>
  )
}

/** Its middle, from the start of the row of tabs. */
const middleOf = (tab: HTMLElement) => tab.offsetLeft + tab.offsetWidth / 2
