import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { RESERVATIONS_TOPIC } from '../../../../contract/admin/changes.ts'
import { listMails } from '../../../../contract/admin/mails.ts'
import { getMember } from '../../../../contract/admin/members.ts'
import { listDocentsAsAdmin, listRoomsAsAdmin } from '../../../../contract/admin/place-lists.ts'
import { listReservations } from '../../../../contract/admin/reservations.ts'
import { listWaitlistOf } from '../../../../contract/admin/waitlist.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { ApiError, queryText } from '../../../api/client.ts'
import { refresh, useChanges, usePolled } from '../../../api/reads/use-read.ts'
import { longMoment } from '../../../components/moment-text.ts'
import { TierBadge } from '../../../components/tier.tsx'
import { paramOf, PATHS } from '../../../paths.ts'
import { lazy } from '../../../shell/lazy.tsx'
import { Button } from '../../../ui/controls.tsx'
import { figures } from '../../../ui/figures.ts'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyState, Page } from '../../../ui/page.tsx'
import { CardSkeletons, LoadState, useReads } from '../../components/load-state.tsx'
import type { MemberState } from '../../components/member-address.ts'
import { searched } from '../../components/search-store.ts'
import { useReservationChanges } from '../../reservation-dialog/refresh-soon.ts'
import { MailsOf, ReservationsOf, WaitlistOf } from './member-parts.tsx'

const MemberDialog = lazy(() => import('../edit-dialog.tsx'))

export default function MemberScreen() {
  const id = paramOf(useLocation()[0])
  const member = usePolled(getMember, { params: { id } })
  const lists = usePolled(listReservations, { query: { user: id } })
  const docents = usePolled(listDocentsAsAdmin, {})
  const rooms = usePolled(listRoomsAsAdmin, {})
  const needed = { member, lists, docents, rooms }
  const reads = useReads(needed, '회원 정보를 불러오는데 실패했습니다.', { isBanner: true })
  useReservationChanges()
  useChanges(RESERVATIONS_TOPIC, () => void refresh(listMails, listWaitlistOf))
  // An address without a number is refused as input.
  const isGone = member.error instanceof ApiError && [400, 404].includes(member.error.status)
  return (
    <Page title={`${member.data?.name ?? '회원'} · 관리자 센터`} width="full">
      <div className="stack">
        <WayBack />
        {isGone ? (
          <>
            <h1>회원 없음</h1>
            <EmptyState title="삭제되었거나 등록되지 않은 회원입니다." />
          </>
        ) : (
          <LoadState reads={reads} skeleton={<CardSkeletons count={3} />}>
            {({ member, lists, ...places }) => (
              <>
                <About member={member} />
                <div className="pair">
                  <ReservationsOf lists={lists} places={places} />
                  <div className="stack">
                    <WaitlistOf user={id} />
                    <MailsOf user={id} />
                  </div>
                </div>
              </>
            )}
          </LoadState>
        )}
      </div>
    </Page>
  )
}

/** Back to the previous screen or search, otherwise to the member list. */
function WayBack() {
  const { is_from_here, searched: words } = (history.state as MemberState) ?? {}
  const isSearch = words !== undefined
  return (
    <Link
      to={PATHS.adminUsers}
      className="row way tap-line"
      onClick={(event) => {
        if (!is_from_here && !isSearch) return
        event.preventDefault()
        if (isSearch) addEventListener('popstate', () => searched.set(words), { once: true })
        history.back()
      }}
    >
      <Icon name="back" />
      <span>{isSearch ? '검색 결과' : is_from_here ? '이전 화면' : '회원 목록'}</span>
    </Link>
  )
}

function About({ member }: { member: ResponseOf<typeof getMember> }) {
  const { id, name, company_name, position, phone, email, created_at } = member
  const [isEdited, setEdited] = useState(false)
  return (
    <div className="toolbar" data-spread>
      <div className="stack" data-gap="4">
        <h1 className="row" data-wrap>
          <span translate="no">{name}</span>
          <TierBadge of={member} />
        </h1>
        <p {...figures('row muted')} data-wrap>
          <span>{[company_name, position].filter(Boolean).join(' ')}</span>
          <a href={`tel:${phone}`} className="tap-text">
            {phone}
          </a>
          <a href={`mailto:${email}`} className="tap-text">
            {email}
          </a>
          <span>{`${longMoment(created_at)} 가입`}</span>
        </p>
      </div>
      <div className="row" data-wrap>
        <Link to={PATHS.adminTimeline + queryText({ member: id })} className="button" data-size="small">
          현장 예약
        </Link>
        <Button size="small" aria-haspopup="dialog" onClick={() => setEdited(true)}>
          회원 정보 수정
        </Button>
      </div>
      {isEdited && <MemberDialog member={member} onClose={() => setEdited(false)} />}
    </div>
  )
}
