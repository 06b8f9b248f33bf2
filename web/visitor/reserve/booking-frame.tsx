import type { ReactNode } from 'react'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { Page } from '../../ui/page.tsx'
import { ProgressBar } from '../components/steps/progress-bar.tsx'
import { WIZARDS, type Kind, type Wizard } from './use-wizard.ts'
import './booking.css'

type Props = {
  kind: Kind
  /** Undefined if the time was chosen on the dashboard. */
  wizard?: Wizard | undefined
  summary: ReactNode
  children: ReactNode
}

export function BookingFrame({ kind, wizard, summary, children }: Props) {
  const { title, steps, headings } = WIZARDS[kind]
  return (
    <Page title={`${title} · 투어·미팅룸 예약`} width="wide">
      <div className="booking">
        <header className="stack">
          {wizard && <p className="strong">{title}</p>}
          <ProgressBar steps={steps} step={steps.length} />
          <h1 ref={wizard?.heading} tabIndex={-1}>
            {wizard ? headings.at(-1) : title}
          </h1>
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
    <p className="booking__contact muted small center">
      문의 <a href={`mailto:${data.contact_email}`}>{data.contact_email}</a>
    </p>
  )
}

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
