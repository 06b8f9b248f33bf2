import { useEffect } from 'react'
import { keepDialogHistory } from '../../../ui/dialog/dialog-history.ts'

/** Lets the browser's back button close open dialogs, for as long as it is rendered; without it Back leaves the screen. */
export default function BackClosesDialogs() {
  useEffect(keepDialogHistory, [])
  return null
}
