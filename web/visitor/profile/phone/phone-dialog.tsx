import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { CalendarPart } from './calendar-part.tsx'
import { PushPart } from './push-part.tsx'
import './phone-dialog.css'

export default function PhoneDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="알림 · 캘린더" onClose={onClose}>
      <div className="stack" data-gap="24">
        <PushPart />
        <CalendarPart />
      </div>
    </Dialog>
  )
}
