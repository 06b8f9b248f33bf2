import { useEffect, useState } from 'react'
import { getPublicInfo, type PublicInfo } from '../../../contract/public-info.ts'
import { shortKoreanDates } from '../../../domain/madrid-time.ts'
import { call } from '../../api/client.ts'
import { figures } from '../../ui/figures.ts'
import './event-sign.css'

export function EventSign() {
  const { event_name, first_date, last_date, contact_email, face } = usePublicInfo()
  return (
    <header className="event-sign" style={{ background: face?.accent_colour ?? '' }}>
      <p className="event-sign__event">
        {face?.logo && <img className="event-sign__logo" src={face.logo.path} alt="" />}
        <span translate="no">{event_name}</span>
      </p>
      <h1 className="event-sign__title">VIP 투어 · 미팅룸 예약</h1>
      <p {...figures('event-sign__days')}>
        {first_date && last_date && shortKoreanDates(first_date, last_date)}
      </p>
      <p className="event-sign__contact">
        {contact_email && <a href={`mailto:${contact_email}`}>{`문의 ${contact_email}`}</a>}
      </p>
    </header>
  )
}

/** Called directly, so that the login does not load the query library, and works without an answer. */
function usePublicInfo() {
  const [info, setInfo] = useState<Partial<PublicInfo>>({})
  useEffect(() => {
    call(getPublicInfo, {}).then(setInfo, () => {})
  }, [])
  return info
}
