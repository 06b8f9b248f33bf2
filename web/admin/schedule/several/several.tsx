import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { lazy } from '../../../shell/lazy.tsx'
import { Button } from '../../../ui/controls.tsx'
import type { SeveralProps } from './several-dialog.tsx'

const Dialog = lazy(() => import('./several-dialog.tsx'))

export function Several(props: Omit<SeveralProps, 'onClose'>) {
  const [search, setSearch] = useSearchParams()
  const [isOpen, setOpen] = useState(false)
  // By a link of the checklist.
  const isAsked = search.has('several')
  const close = () => {
    setOpen(false)
    if (isAsked) setSearch({ tab: props.kind }, { replace: true })
  }
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >{`여러 ${props.kind === 'docents' ? '명' : '개'} 한꺼번에 추가`}</Button>
      {(isOpen || isAsked) && <Dialog {...props} onClose={close} />}
    </>
  )
}
