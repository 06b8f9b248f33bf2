import { useState, type ComponentProps } from 'react'
import { Button } from '../../ui/controls.tsx'

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
