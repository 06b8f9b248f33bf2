import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { isComposing } from '../../browser/is-composing.ts'
import { ToolIcon } from './tool-icon.tsx'
import './search-field.css'

type Props = {
  label: string
  placeholder?: string
  /** From the address, so that Back restores it. */
  value: string
  onSearch: (words: string) => void
  /** After Enter, and after Escape, which then clears the field. */
  onLeave?: () => void
}

const PAUSE_MS = 300

export function SearchField({ label, placeholder, value, onSearch, onLeave }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { words, type, searchNow } = usePausedWords(value, onSearch)
  useSlash(field)
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const isEscape = event.key === 'Escape' && onLeave !== undefined
    if ((event.key !== 'Enter' && !isEscape) || isComposing(event.nativeEvent)) return
    searchNow(isEscape ? '' : words)
    if (!onLeave) return
    event.preventDefault()
    onLeave()
  }
  return (
    <search className="search-field">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <ToolIcon name="search" />
      <input
        ref={field}
        id={id}
        className="field__control"
        name="words"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder={placeholder}
        aria-keyshortcuts="/"
        value={words}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      <kbd className="search-field__key" aria-hidden="true">
        /
      </kbd>
    </search>
  )
}

function usePausedWords(value: string, onSearch: (words: string) => void) {
  const [words, setWords] = useState(value)
  const [searched, setSearched] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  // The address changed, as by Back.
  if (value !== searched) {
    setSearched(value)
    setWords(value)
  }
  const searchFor = (wanted: string) => {
    clearTimeout(timer.current)
    if (wanted.trim() === searched) return
    setSearched(wanted.trim())
    search.current(wanted.trim())
  }
  const type = (typed: string) => {
    setWords(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(searchFor, PAUSE_MS, typed)
  }
  const searchNow = (wanted: string) => {
    setWords(wanted)
    searchFor(wanted)
  }
  return { words, type, searchNow }
}

function useSlash(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      // A Korean keyboard may send a letter, so the key's position decides.
      const isPosition = event.code === 'Slash' && !event.shiftKey && !/^[\x20-\x7e]$/.test(event.key)
      if ((event.key !== '/' && !isPosition) || event.ctrlKey || event.metaKey || event.altKey) return
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
      if (isTyping || document.querySelector('dialog[open]')) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [field])
}
