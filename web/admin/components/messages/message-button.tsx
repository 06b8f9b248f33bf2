import { useState } from 'react'
import { lazy } from '../../../shell/lazy.tsx'
import { Button } from '../../../ui/controls.tsx'
import type { MessageTo } from './audience-text.ts'

const MessageDialog = lazy(() => import('./message-dialog.tsx'))

export function MessageButton(to: MessageTo) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        메시지 보내기
      </Button>
      {isOpen && <MessageDialog {...to} onClose={() => setOpen(false)} />}
    </>
  )
}
