import { usePart } from '../../ui/use-part.ts'

const loadPopup = async () => ({ default: (await import('./upcoming-popup.tsx')).UpcomingPopup })

/** The upcoming reservations, fetched after the dashboard itself; without them the dashboard works as well. */
export function UpcomingOnce({ onClose }: { onClose: () => void }) {
  const Popup = usePart(loadPopup)
  return Popup && <Popup onClose={onClose} />
}
