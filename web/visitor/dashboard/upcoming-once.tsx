import { useEffect, useState, type ComponentType } from 'react'

type Props = { onClose: () => void }

/** The upcoming reservations, fetched after the dashboard itself; without them the dashboard works as well. */
export function UpcomingOnce({ onClose }: Props) {
  const [Popup, setPopup] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    import('./upcoming-popup.tsx').then(
      ({ UpcomingPopup }) => setPopup(() => UpcomingPopup),
      () => {},
    )
  }, [])
  return Popup && <Popup onClose={onClose} />
}
