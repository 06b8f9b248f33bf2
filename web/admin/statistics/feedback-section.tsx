import type { ReactNode } from 'react'
import type { Feedback, Statistics, Reason } from '../../../contract/admin/statistics.ts'
import { ERASED_TEXT } from '../../../contract/text/applicant-text.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { momentText } from '../../components/reservation/reservation-text.ts'
import { StatusBadge } from '../../components/reservation/status-badge.tsx'
import { figures } from '../../ui/figures.ts'
import './feedback-section.css'

type ListProps<T> = {
  title: string
  empty: string
  list: { count: number; results: readonly T[] }
  children: (each: T) => ReactNode
}

function Words<T extends { id: number }>({ title, empty, list, children }: ListProps<T>) {
  const { count, results } = list
  return (
    <section className="card stack" data-gap="12">
      <h2 className="statistics__title">
        <span>{title}</span> <span {...figures('muted')}>{count.toLocaleString('ko')}건</span>
      </h2>
      {count === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <ul className="words">
          {results.map((each) => (
            <li key={each.id} className="words__one">
              {children(each)}
            </li>
          ))}
        </ul>
      )}
      {count > results.length && (
        <p className="muted small">{`최근 ${results.length}건입니다. 전체 내용은 엑셀 파일에서 확인할 수 있습니다.`}</p>
      )}
    </section>
  )
}

const About = ({ of }: { of: Reason | Feedback }) => (
  <p {...figures('muted small')}>
    {of.type === 'VIP_TOUR' ? '투어' : '미팅'} · {of.place} · {shortKoreanDate(of.date)} {of.time}
  </p>
)

/** Why reservations were rejected or cancelled. */
export const ReasonsSection = ({ reasons }: Pick<Statistics, 'reasons'>) => (
  <Words title="취소·거절 사유" list={reasons} empty="이 기간에 취소되거나 거절된 예약이 없습니다.">
    {(reason) => (
      <>
        <p className="row words__head" data-wrap>
          <StatusBadge status={reason.status} />
          <span {...figures('strong')}>{reason.company || ERASED_TEXT}</span>
          <time className="muted small" dateTime={reason.at} translate="no">
            {momentText(reason.at)}
          </time>
        </p>
        <p className="as-typed">{reason.reason || '사유가 입력되지 않았습니다.'}</p>
        <About of={reason} />
      </>
    )}
  </Words>
)

/** The members' feedback on their meetings. */
export const FeedbackSection = ({ feedback }: Pick<Statistics, 'feedback'>) => (
  <Words title="피드백" list={feedback} empty="이 기간에 등록된 피드백이 없습니다.">
    {(feedback) => (
      <>
        <p className="row words__head" data-wrap>
          <span className="strong">{feedback.title}</span>
          <span translate="no">{feedback.company}</span>
          <time className="muted small" dateTime={feedback.at} translate="no">
            {momentText(feedback.at)}
          </time>
        </p>
        <p className="as-typed">{feedback.feedback}</p>
        <About of={feedback} />
      </>
    )}
  </Words>
)
