import { eventSettings } from '../../../../contract/admin/event-settings.ts'
import { ROLE_TEXT } from '../../../../contract/text/role-text.ts'
import { useRead } from '../../../api/reads/use-read.ts'
import { figures } from '../../../ui/figures.ts'
import { useWho } from '../../components/use-may.ts'

export function Who() {
  const { data: event } = useRead(eventSettings.get, {})
  const who = useWho()
  return (
    <p {...figures('muted admin-layout__who small')}>
      <span className="strong">{event?.event_name}</span>
      {who && <span>{`${who.name} · ${ROLE_TEXT[who.role]}`}</span>}
    </p>
  )
}
