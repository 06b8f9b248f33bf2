import { useState } from 'react'
import {
  listDaySheetLinks,
  revokeDaySheetLink,
  type DaySheetLink,
} from '../../../contract/admin/day-sheet-links.ts'
import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'
import { madridDate, shortKoreanDate } from '../../../domain/madrid-time.ts'
import { withToast } from '../components/with-toast.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useFocusFallback } from '../../ui/focus/fallback/use-focus-fallback.ts'
import { LoadState } from '../components/load-state.tsx'
import { useReads } from '../components/use-reads.ts'
import { call } from '../../api/client.ts'
import { momentText } from '../../components/reservation/reservation-text.ts'
import { POLL_MS, refresh, useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import { Cell, Row, Table } from '../../ui/list/table.tsx'
import { copyToClipboard } from '../components/copy-to-clipboard.ts'
import { LinkDialog } from './link-dialog.tsx'
import type { PlaceChoice } from './sheet-choice.ts'

type Props = {
  dates: readonly string[]
  docents: readonly Docent[]
  rooms: readonly Room[]
  date: string
  place: PlaceChoice
}

/** The links that are out: make, copy while their address is known, see when they were used, revoke. */
export function LinksSection(props: Props) {
  const links = useRead(listDaySheetLinks, {}, { poll: POLL_MS })
  const reads = useReads({ links }, '링크 목록을 불러오는데 실패했습니다.', { isBanner: true })
  const [isMaking, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<DaySheetLink | null>(null)
  // The service gives an address once; the administrator who made it can copy it again until leaving this screen.
  const [addresses, setAddresses] = useState<ReadonlyMap<number, string>>(new Map())
  const holder = useFocusFallback<HTMLElement>()
  return (
    <section
      className="day-sheets__links stack screen-only"
      data-gap="12"
      ref={holder}
      aria-labelledby="links"
    >
      <div className="day-sheets__links-head">
        <div>
          <h2 id="links" tabIndex={-1}>
            공유 링크 {links.data && <span className="muted numerals">{links.data.length}개</span>}
          </h2>
          <p className="muted small">로그인 없이 한 도슨트나 미팅룸의 데이 시트만 볼 수 있는 주소입니다.</p>
        </div>
        <Button onClick={() => setMaking(true)}>링크 만들기</Button>
      </div>
      <LoadState reads={reads} skeleton={<Skeletons count={2} shape="cell" />}>
        {({ links }) => <LinkList links={links} addresses={addresses} onRevoke={setRevoking} />}
      </LoadState>
      {isMaking && (
        <LinkDialog
          {...props}
          onMade={({ id }, url) => setAddresses(new Map(addresses).set(id, url))}
          onClose={() => setMaking(false)}
        />
      )}
      {revoking && <RevokeDialog link={revoking} onClose={() => setRevoking(null)} />}
    </section>
  )
}

const COLUMNS = [
  { name: '대상' },
  { name: '날짜' },
  { name: '만료' },
  { name: '도착 확인' },
  { name: '만든 사람' },
  { name: '마지막 사용' },
  { name: '복사와 해지', quiet: true },
]

const nameOf = ({ docent, room }: DaySheetLink) => (docent ?? room)!.name
/** The last day on which it is good: it ends with the first moment of the next. */
const lastDay = ({ expires_at }: DaySheetLink) => shortKoreanDate(madridDate(Date.parse(expires_at) - 1))

type ListProps = {
  links: readonly DaySheetLink[]
  addresses: ReadonlyMap<number, string>
  onRevoke: (link: DaySheetLink) => void
}

function LinkList({ links, addresses, onRevoke }: ListProps) {
  if (links.length === 0)
    return (
      <EmptyState title="사용 중인 링크가 없습니다.">
        링크를 만들어 도슨트나 미팅룸 담당자에게 전달하면 휴대폰에서 바로 일정을 볼 수 있습니다.
      </EmptyState>
    )
  return (
    <Table label="공유 링크" columns={COLUMNS}>
      {links.map((link) => (
        <Row key={link.id}>
          <Cell kind="title">{nameOf(link)}</Cell>
          <Cell label="날짜">
            <span className="numerals">{link.date ? shortKoreanDate(link.date) : '모든 날짜'}</span>
          </Cell>
          <Cell label="만료">
            <span className="numerals">{lastDay(link)}까지</span>
          </Cell>
          <Cell label="도착 확인">{link.may_mark_arrivals ? '가능' : '-'}</Cell>
          <Cell label="만든 사람">{link.created_by}</Cell>
          <Cell label="마지막 사용">
            <span className="numerals">
              {link.last_used_at ? momentText(link.last_used_at) : '사용한 적 없음'}
            </span>
          </Cell>
          <Cell kind="actions">
            <span className="day-sheets__link-actions">
              {addresses.has(link.id) && (
                <Button
                  size="small"
                  aria-label={`${nameOf(link)} 링크 복사`}
                  onClick={() => void copyToClipboard(addresses.get(link.id)!)}
                >
                  복사
                </Button>
              )}
              <Button size="small" aria-label={`${nameOf(link)} 링크 해지`} onClick={() => onRevoke(link)}>
                해지
              </Button>
            </span>
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

function RevokeDialog({ link, onClose }: { link: DaySheetLink; onClose: () => void }) {
  const revoke = async () => {
    const revoked = withToast(
      () => call(revokeDaySheetLink, { params: { id: String(link.id) } }),
      '링크 해지에 실패했습니다.',
    )
    try {
      await revoked
    } finally {
      await refresh(listDaySheetLinks)
    }
  }
  return (
    <ConfirmDialog title="링크 해지" action="링크 해지" onConfirm={revoke} onClose={onClose}>
      <p>
        <strong>{nameOf(link)}</strong> 데이 시트 링크를 해지하시겠습니까? 이 링크를 받은 사람은 더 이상
        일정을 볼 수 없습니다.
      </p>
    </ConfirmDialog>
  )
}
