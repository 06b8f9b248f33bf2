import { useState } from 'react'
import { lazy } from '../../../shell/lazy.tsx'
import { Button } from '../../../ui/button.tsx'
import type { SeveralProps } from './several-dialog.tsx'

const Dialog = lazy(() => import('./several-dialog.tsx'))

export function Several(props: Omit<SeveralProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >{`여러 ${props.kind === 'docents' ? '명' : '개'} 한꺼번에 추가`}</Button>
      {isOpen && <Dialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
