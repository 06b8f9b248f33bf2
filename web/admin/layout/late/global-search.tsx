import { useEffect, useEffectEvent } from 'react'
import { isComposing } from '../../../browser/is-composing.ts'
import { lazy, QUIETLY, usePreload } from '../../../shell/lazy.tsx'
import { adminToast } from '../../../ui/toast.ts'
import { searched } from '../../components/search-store.ts'
import { isTyping } from '../../components/use-shortcut.ts'

// Opened without a network, it must not take the screen away.
const onMissing = () => {
  searched.set(null)
  adminToast.error('검색을 열지 못했습니다. 네트워크를 확인해주세요.')
  void QUIETLY.onMissing()
}
const SearchDialog = lazy(() => import('../search/search-dialog.tsx'), { onMissing })
const LATE = [SearchDialog]

/** Opened by its button, by Ctrl K, and by `/` on a screen that has no search field of its own. */
export function GlobalSearch() {
  const words = searched.useValue()
  usePreload(LATE)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { code, key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (event.defaultPrevented || event.repeat || altKey || isComposing(event)) return
    if (document.querySelector('dialog[open]')) return
    // By position, because a Korean keyboard sends a letter of its own.
    const isK = (ctrlKey || metaKey) && !shiftKey && code === 'KeyK'
    const isSlash = key === '/' && !ctrlKey && !metaKey && !isTyping(event.target)
    if (!isK && !isSlash) return
    event.preventDefault()
    searched.set('')
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event)
    // After a screen's own search field, which listens at the document.
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
  return words !== null && <SearchDialog words={words} onClose={() => searched.set(null)} />
}
