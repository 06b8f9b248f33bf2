import { useEffect, useState, type ComponentType } from 'react'

type Props = { onClose: () => void }

/** The upcoming reservations, fetched after the dashboard itself; without them the dashboard works as well. */
export function UpcomingOnce({ onClose }: Props) {
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    import('./upcoming-dialog.tsx').then(
      ({ UpcomingDialog }) => setDialog(() => UpcomingDialog),
      () => {},
    )
  }, [])
  return Dialog && <Dialog onClose={onClose} />
}
