import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { PATHS, type DashboardState } from '../../paths.ts'
import { useRead } from '../../query.ts'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import './booking.css'

type Props = {
  heading: string
  /** The grid as it was left. */
  back: DashboardState
  summary: ReactNode
  children: ReactNode
}

/** A booking screen: the way back, what is booked, the form, and whom to ask. */
export function BookingFrame({ heading, back, summary, children }: Props) {
  const [, navigate] = useLocation()
  return (
    <Page title={`${heading} · 투어·미팅룸 예약`} width="wide">
      <div className="booking">
        <header className="row">
          <button
            type="button"
            className="booking__back"
            aria-label="시간 선택으로 돌아가기"
            onClick={() => navigate(PATHS.dashboard, { state: back })}
          >
            <Icon name="back" />
          </button>
          <h1>{heading}</h1>
        </header>
        <div className="booking__columns">
          <aside className="booking__summary card">{summary}</aside>
          <div className="stack" data-gap="24">
            {children}
            <Contact />
          </div>
        </div>
      </div>
    </Page>
  )
}

function Contact() {
  const { data } = useRead(getPublicInfo, {})
  if (!data?.contact_email) return null
  return (
    <p className="muted small center">
      문의 <a href={`mailto:${data.contact_email}`}>{data.contact_email}</a>
    </p>
  )
}

/** When and where, large; `facts` are the lines beneath. */
export const BookingSummary = ({
  date,
  time,
  length,
  place,
  facts,
}: {
  date: string
  time: string
  length: string
  place: string
  facts: readonly string[]
}) => (
  <>
    <p className="muted">{date}</p>
    <p className="booking__time">
      {time} <span className="booking__length">{length}</span>
    </p>
    <p className="booking__place">{place}</p>
    <ul className="booking__facts">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  </>
)
