import { PushSection } from './push-section.tsx'
import { RemindersSection } from './reminders-section.tsx'

export default function NotificationsSection() {
  return (
    <div className="settings__event">
      <RemindersSection />
      <PushSection />
    </div>
  )
}
