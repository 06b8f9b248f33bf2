import { useEffect, useState } from 'react'
import type { Face } from '../../../contract/face.ts'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { shortKoreanDates } from '../../../domain/date-text.ts'
import { call } from '../../api/client.ts'

type Event = {
  name: string
  /** Empty without days. */
  days: string
  contact: string
  face: Face | undefined
}

/** Called directly, so that the login does not load the query library. */
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
      // Decoration: the login works without it.
      () => {},
    )
  }, [])
  return event
}
