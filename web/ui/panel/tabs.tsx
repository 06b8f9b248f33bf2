import { Fragment, useEffect, useId, useRef, type ReactNode } from 'react'
import { scrollToMiddle } from './scroll-to-middle.ts'
import './tabs.css'
import { useRovingFocus, type Walk } from './use-roving-focus.ts'

type Tab<Id extends string> = {
  id: Id
  label: ReactNode
  group?: string
}

type Props<Id extends string> = {
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  beside?: ReactNode
  children: ReactNode
}

/** Wraps around, in rows and columns. */
const walk: Walk = (tabs, at, { key }) => {
  const isColumn = tabs[0]!.offsetLeft === tabs[1]?.offsetLeft
  const steps: Readonly<Record<string, number>> = {
    [isColumn ? 'ArrowDown' : 'ArrowRight']: at + 1,
    [isColumn ? 'ArrowUp' : 'ArrowLeft']: at + tabs.length - 1,
    Home: 0,
    End: tabs.length - 1,
  }
  const next = steps[key]
  return next === undefined ? null : next % tabs.length
}

export function Tabs<Id extends string>({ label, tabs, selected, onSelect, beside, children }: Props<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scrollToMiddle(list.current, document.getElementById(`${base}-${selected}`))
  }, [base, selected])
  const focus = useRovingFocus(list, { cells: 'button', walk, onMove: (_, to) => onSelect(tabs[to]!.id) })
  return (
    <div className="tabs">
      <div className="tabs__head">
        <div className="strip frame tabs__list" role="tablist" aria-label={label} ref={list} {...focus}>
          {tabs.map((tab) => (
            <Fragment key={tab.id}>
              {tab.group && (
                <span className="muted small tabs__group" aria-hidden="true">
                  {tab.group}
                </span>
              )}
              <button
                type="button"
                role="tab"
                id={`${base}-${tab.id}`}
                className="tabs__tab"
                aria-selected={tab.id === selected}
                aria-controls={`${base}-panel`}
                tabIndex={tab.id === selected ? 0 : -1}
                onClick={() => onSelect(tab.id)}
              >
                {tab.label}
              </button>
            </Fragment>
          ))}
        </div>
        {beside}
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
