import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import {
  checkErasureLink,
  ERASURE_LINK_TEXT,
  eraseMyAccount,
  requestErasure,
} from '../../../contract/own-data.ts'
import {
  listMyReservations,
  reservationFacts,
  reservationsIn,
  type Reservation,
} from '../../../contract/reservation.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { isActive } from '../../../domain/reservation.ts'
import { ApiError, call } from '../../api/client.ts'
import { refresh, stopReading, useRead } from '../../api/reads/use-read.ts'
import { endSession } from '../../api/writes/end-session.ts'
import { now as clock, useNow } from '../../browser/clock.ts'
import { placeName, timeRange } from '../../components/reservation/reservation-text.ts'
import { PATHS } from '../../paths.ts'
import { Button } from '../../ui/controls.tsx'
import { FormError } from '../../ui/form/form.tsx'
import { ReadError, StaleNote, Skeletons, Page } from '../../ui/page.tsx'
import { visitorToast } from '../../ui/toast.ts'
import { useTierLabels } from '../components/own-list/use-tier-labels.ts'
import { useMember } from '../components/use-member.ts'
import { figures } from '../../ui/figures.ts'

/** Two steps with a mailed link, because phone and name, which are no secrets, are enough to sign in. */
export default function ErasureScreen() {
  const [params] = useSearchParams()
  const token = params.get('token')
  const mine = useRead(listMyReservations, {})
  const now = useNow(60_000)
  const cancelled = mine.data && activeOf(reservationsIn(mine.data), now)
  return (
    <Page title="계정 삭제 · 투어·미팅룸 예약" width="narrow">
      <div className="stack" data-gap="24">
        <h1>계정 삭제</h1>
        <p>
          계정과 예약에 남은 개인정보를 모두 삭제합니다. 자리 대기도 함께 끝나고, 예약 내역과 작성한 피드백을
          다시 볼 수 없으며, 되돌릴 수 없습니다. 행사 통계에 쓰이는 인원과 시간만 남습니다.
        </p>
        <StaleNote since={mine.staleSince} />
        {cancelled ? (
          <Cancelled of={cancelled} />
        ) : mine.isError ? (
          <ReadError title="예약 내역을 불러오는데 실패했습니다." read={mine} />
        ) : (
          <Skeletons count={2} shape="card" />
        )}
        {token === null ? <AskForLink /> : cancelled && <Erase token={token} cancelled={cancelled} />}
        <Link to={PATHS.profile} className="button" data-kind="quiet">
          프로필로 돌아가기
        </Link>
      </div>
    </Page>
  )
}

const activeOf = (all: readonly Reservation[], now: number) =>
  all
    .filter((one) => isActive(reservationFacts(one), now))
    .sort((a, b) => reservationFacts(a).starts_at - reservationFacts(b).starts_at)

function Cancelled({ of }: { of: readonly Reservation[] }) {
  const { withLabel } = useTierLabels()
  if (of.length === 0) return <p className="card">취소될 예약은 없습니다.</p>
  return (
    <section className="card stack" data-gap="12" aria-labelledby="cancelled">
      <h2 id="cancelled">
        함께 취소되는 예약 <span translate="no">{`${of.length}건`}</span>
      </h2>
      <ul className="stack" data-gap="8">
        {of.map((one) => (
          <li key={one.id}>
            <span {...figures('strong')}>{placeName(withLabel(one))}</span>{' '}
            <span {...figures('visitor__label')}>
              {shortKoreanDate(reservationFacts(one).date)} {timeRange(one)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const textOf = (failure: unknown) =>
  failure instanceof ApiError ? failure.text : '네트워크를 확인한 뒤 다시 눌러주세요.'

function AskForLink() {
  const { email } = useMember()
  const [sent, setSent] = useState(false)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const ask = async () => {
    setPending(true)
    setError(null)
    try {
      await call(requestErasure, {})
      setSent(true)
    } catch (failure) {
      setError(textOf(failure))
    }
    setPending(false)
  }
  return (
    <section className="stack" data-gap="12">
      <p role="status">
        {sent
          ? `${email}로 확인 메일을 보냈습니다. 한 시간 안에 메일의 링크를 눌러 삭제를 마쳐주세요.`
          : `먼저 ${email}로 확인 메일을 보냅니다. 메일의 링크를 누르기 전에는 아무것도 삭제되지 않습니다.`}
      </p>
      <FormError text={error} />
      <Button kind={sent ? 'secondary' : 'primary'} onClick={ask} pending={pending} wide>
        {sent ? '확인 메일 다시 받기' : '확인 메일 받기'}
      </Button>
    </section>
  )
}

type Link = 'unknown' | 'wrong' | 'right'

/** Detects a wrong link early. If the check fails, the button's call will report it. */
function useLink(token: string): Link {
  const [link, setLink] = useState<Link>('unknown')
  useEffect(() => {
    let isGone = false
    const know = (state: Link) => isGone || setLink(state)
    call(checkErasureLink, { body: { token } }).then(
      () => know('right'),
      (failure: unknown) => know(isWrongLink(failure) ? 'wrong' : 'right'),
    )
    return () => {
      isGone = true
    }
  }, [token])
  return link
}

const isWrongLink = (failure: unknown) => failure instanceof ApiError && failure.code === 'invalid_code'

function Erase({ token, cancelled }: { token: string; cancelled: readonly Reservation[] }) {
  const [, navigate] = useLocation()
  const [pending, setPending] = useState(false)
  const link = useLink(token)
  const [error, setError] = useState<{ text: string; isLink: boolean }>()
  const leave = () => {
    stopReading()
    endSession()
    visitorToast.success('계정과 예약 정보가 삭제되었습니다.')
    navigate(PATHS.login, { replace: true })
  }
  const erase = async () => {
    setPending(true)
    setError(undefined)
    // Reservations that ended meanwhile are not cancelled.
    const cancels = activeOf(cancelled, clock()).map(({ id }) => id)
    try {
      await call(eraseMyAccount, { body: { token, cancels } })
      leave()
    } catch (failure) {
      setPending(false)
      const code = failure instanceof ApiError ? failure.code : undefined
      if (code === 'changed_meanwhile') void refresh(listMyReservations)
      setError({ text: textOf(failure), isLink: isWrongLink(failure) })
    }
  }
  return (
    <section className="stack" data-gap="12">
      <FormError text={error?.text ?? (link === 'wrong' ? ERASURE_LINK_TEXT : null)} />
      {error?.isLink || link === 'wrong' ? (
        <AskForLink />
      ) : link === 'unknown' ? (
        <Skeletons count={1} shape="control" />
      ) : (
        <Button kind="danger" onClick={erase} pending={pending} wide>
          {cancelled.length > 0 ? (
            <span>
              예약 <span translate="no">{`${cancelled.length}건`}</span>을 취소하고 계정 삭제
            </span>
          ) : (
            '계정 삭제'
          )}
        </Button>
      )}
    </section>
  )
}
