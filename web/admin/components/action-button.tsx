import { useState, type ComponentProps } from 'react'
import { Button } from '../../ui/controls.tsx'
import { tryWithToast, withReason } from './with-toast.ts'

type Props = Omit<ComponentProps<typeof Button>, 'pending' | 'onClick'> & { act: () => Promise<unknown> }

/** Pending until its action, which reports its own failure, has ended. */
export function ActionButton({ act, ...button }: Props) {
  const [pending, setPending] = useState(false)
  const press = async () => {
    setPending(true)
    await act()
    setPending(false)
  }
  return <Button {...button} pending={pending} onClick={() => void press()} />
}

type ExcelProps = Pick<Props, 'size'> & { save: () => Promise<unknown> }

export const ExcelButton = ({ save, ...button }: ExcelProps) => (
  <ActionButton
    {...button}
    act={() => tryWithToast(() => saved(save), '엑셀 파일 다운로드에 실패했습니다.', withReason)}
  >
    엑셀 다운로드
  </ActionButton>
)

async function saved(save: () => Promise<unknown>) {
  await save()
  return { message: '엑셀 파일을 다운로드했습니다.' }
}
