import { useState } from 'react'
import {
  listCalendarFeeds,
  revokeCalendarFeed,
  type CalendarFeed,
} from '../../../contract/admin/calendar-feeds.ts'
import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'
import { call } from '../../api/client.ts'
import { POLL_MS, refresh, useRead } from '../../api/reads/use-read.ts'
import { momentText } from '../../components/reservation/reservation-text.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusFallback } from '../../ui/focus/fallback/use-focus-fallback.ts'
import { Cell, Row, Table } from '../../ui/list/table.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { copyToClipboard } from '../components/copy-to-clipboard.ts'
import { LoadState } from '../components/load-state.tsx'
import { useReads } from '../components/use-reads.ts'
import { withToast } from '../components/with-toast.ts'
import { FeedDialog } from './feed-dialog.tsx'
import type { PlaceChoice } from './sheet-choice.ts'

type Props = { docents: readonly Docent[]; rooms: readonly Room[]; place: PlaceChoice }

/** The calendar links that are out: make, copy while their address is known, see when they were used, revoke. */
export function FeedsSection(props: Props) {
  const feeds = useRead(listCalendarFeeds, {}, { poll: POLL_MS })
  const reads = useReads({ feeds }, '캘린더 주소 목록을 불러오는데 실패했습니다.', { isBanner: true })
  const [isMaking, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<CalendarFeed | null>(null)
  const [addresses, setAddresses] = useState<ReadonlyMap<number, string>>(new Map())
  const holder = useFocusFallback<HTMLElement>()
  return (
    <section
      className="day-sheets__links stack screen-only"
      data-gap="12"
      ref={holder}
      aria-labelledby="feeds"
    >
      <div className="day-sheets__links-head">
        <div>
          <h2 id="feeds" tabIndex={-1}>
            캘린더 구독 {feeds.data && <span className="muted numerals">{feeds.data.length}개</span>}
          </h2>
          <p className="muted small">
            한 도슨트나 미팅룸의 일정을 캘린더 앱이 스스로 읽어 가는 주소입니다. 변경과 취소도 따라갑니다.
          </p>
        </div>
        <Button onClick={() => setMaking(true)}>캘린더 주소 만들기</Button>
      </div>
      <LoadState reads={reads} skeleton={<Skeletons count={2} shape="cell" />}>
        {({ feeds }) => <FeedList feeds={feeds} addresses={addresses} onRevoke={setRevoking} />}
      </LoadState>
      {isMaking && (
        <FeedDialog
          {...props}
          onMade={({ feed: { id }, url }) => setAddresses(new Map(addresses).set(id, url))}
          onClose={() => setMaking(false)}
        />
      )}
      {revoking && <RevokeDialog feed={revoking} onClose={() => setRevoking(null)} />}
    </section>
  )
}

const COLUMNS = [
  { name: '대상' },
  { name: '만든 때' },
  { name: '만든 사람' },
  { name: '마지막 사용' },
  { name: '복사와 해지', quiet: true },
]

const nameOf = ({ docent, room }: CalendarFeed) => (docent ?? room)!.name

type ListProps = {
  feeds: readonly CalendarFeed[]
  addresses: ReadonlyMap<number, string>
  onRevoke: (feed: CalendarFeed) => void
}

function FeedList({ feeds, addresses, onRevoke }: ListProps) {
  if (feeds.length === 0)
    return (
      <EmptyState title="사용 중인 캘린더 주소가 없습니다.">
        주소를 만들어 도슨트나 미팅룸 담당자에게 전달하면 자신의 캘린더에서 일정을 볼 수 있습니다.
      </EmptyState>
    )
  return (
    <Table label="캘린더 주소" columns={COLUMNS}>
      {feeds.map((feed) => (
        <Row key={feed.id}>
          <Cell kind="title">{nameOf(feed)}</Cell>
          <Cell label="만든 때">
            <span className="numerals">{momentText(feed.created_at)}</span>
          </Cell>
          <Cell label="만든 사람">{feed.created_by}</Cell>
          <Cell label="마지막 사용">
            <span className="numerals">
              {feed.last_used_at ? momentText(feed.last_used_at) : '사용한 적 없음'}
            </span>
          </Cell>
          <Cell kind="actions">
            <span className="day-sheets__link-actions">
              {addresses.has(feed.id) && (
                <Button
                  size="small"
                  aria-label={`${nameOf(feed)} 캘린더 주소 복사`}
                  onClick={() => void copyToClipboard(addresses.get(feed.id)!)}
                >
                  복사
                </Button>
              )}
              <Button
                size="small"
                aria-label={`${nameOf(feed)} 캘린더 주소 해지`}
                onClick={() => onRevoke(feed)}
              >
                해지
              </Button>
            </span>
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

function RevokeDialog({ feed, onClose }: { feed: CalendarFeed; onClose: () => void }) {
  const revoke = async () => {
    const revoked = withToast(
      () => call(revokeCalendarFeed, { params: { id: String(feed.id) } }),
      '캘린더 주소 해지에 실패했습니다.',
    )
    try {
      await revoked
    } finally {
      await refresh(listCalendarFeeds)
    }
  }
  return (
    <ConfirmDialog title="캘린더 주소 해지" action="캘린더 주소 해지" onConfirm={revoke} onClose={onClose}>
      <p>
        <strong>{nameOf(feed)}</strong> 캘린더 주소를 해지하시겠습니까? 이 주소를 구독한 캘린더는 더 이상
        일정을 받지 못합니다.
      </p>
    </ConfirmDialog>
  )
}
