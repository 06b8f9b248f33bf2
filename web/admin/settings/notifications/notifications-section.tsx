import { PushSection } from './push-section.tsx'
import { RemindersSection } from './reminders-section.tsx'

/** Everything that is told unasked, side by side: when, to whom, and on which way. */
export default function NotificationsSection() {
  return (
    <div className="settings__event">
      <RemindersSection />
      <PushSection />
    </div>
  )
}
