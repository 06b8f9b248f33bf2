import { useEffect } from 'react'

/** Lets the browser's back button close open dialogs. Its code is fetched after the screen; without it Back leaves. */
export function useDialogHistory(): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = false
    const start = async () => {
      const { keepDialogHistory } = await import('../../ui/panel/history/dialog-history.ts')
      if (!isOver) stop = keepDialogHistory()
    }
    start().catch(() => {})
    return () => {
      isOver = true
      stop?.()
    }
  }, [])
}
