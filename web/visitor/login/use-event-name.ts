import { useEffect, useState } from 'react'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { call } from '../../api/client.ts'

/** The event's name, empty until it is known. Asked for once and plainly: the login does without the query library. */
export function useEventName(): string {
  const [name, setName] = useState('')
  useEffect(() => {
    call(getPublicInfo, {}).then(
      (info) => setName(info.event_name),
      // An ornament: the login works without it.
      () => {},
    )
  }, [])
  return name
}
