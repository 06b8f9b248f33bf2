import { useEffect, useState } from 'react'
import type { Face } from '../../../contract/face.ts'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { shortKoreanDates } from '../../../domain/date-text.ts'
import { call } from '../../api/client.ts'

type Event = {
  name: string
  /** `11.20 (금) ~ 11.23 (월)`; empty while it has no days. */
  days: string
  contact: string
  face: Face | undefined
}

/** The event, null until it is known. Asked for once and plainly: the login does without the query library. */
export function useEvent(): Event | null {
  const [event, setEvent] = useState<Event | null>(null)
  useEffect(() => {
    call(getPublicInfo, {}).then(
      ({ event_name, first_date, last_date, contact_email, face }) =>
        setEvent({
          name: event_name,
          days: first_date && last_date ? shortKoreanDates(first_date, last_date) : '',
          contact: contact_email,
          face,
        }),
      // An ornament: the login works without it.
      () => {},
    )
  }, [])
  return event
}
