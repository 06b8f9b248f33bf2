import { lazy } from '../../../shell/lazy.tsx'
import { Button } from '../../../ui/controls.tsx'
import { useQueryParams } from '../../components/use-query-params.ts'
import type { SeveralProps } from './several-dialog.tsx'

const Dialog = lazy(() => import('./several-dialog.tsx'))

/** The dialog is open while the URL has `several`. */
export function Several(props: Omit<SeveralProps, 'onClose'>) {
  const { values, change } = useQueryParams()
  const ask = (several: string) => change({ several }, { replace: true })
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => ask('yes')}
      >{`여러 ${props.kind === 'docents' ? '명' : '개'} 한꺼번에 추가`}</Button>
      {values.has('several') && <Dialog {...props} onClose={() => ask('')} />}
    </>
  )
}
