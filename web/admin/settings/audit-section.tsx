import { listAudit, type AuditEntry } from '../../../contract/admin/audit.ts'
import { detailsText, targetText } from '../../../contract/text/audit-text.ts'
import './audit-section.css'
import { addressOf } from './audit-address.ts'
import { LoadState } from '../components/load-state.tsx'
import { Link } from 'wouter'
import { useReads } from '../components/use-reads.ts'
import { pageOf, useQueryParams } from '../components/use-query-params.ts'
import { longMoment } from '../../components/moment-text.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Pager } from '../../ui/list/pager.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import { Cell, Row, Table } from '../../ui/list/table.tsx'

/** How many entries a page of the service has. */
const PAGE = 50

/** The record of the actions of administrators. */
export default function AuditSection() {
  const { values, change } = useQueryParams()
  const search = values.get('search') ?? ''
  const page = pageOf(values.get('page'))
  const query = { search, page: String(page) }
  const audit = useRead(listAudit, { query }, { poll: POLL_MS, keepPrevious: true })
  const reads = useReads({ audit }, '작업 기록을 불러오는데 실패했습니다.', { isBanner: true })
  return (
    <div className="stack">
      <div className="settings__filters">
        <SearchField
          label="작업 기록 검색"
          placeholder="관리자, 한 일, 대상, 일시"
          value={search}
          onSearch={(words) => change({ search: words, page: undefined }, { replace: true })}
        />
        <p className="muted numerals" role="status">
          {audit.data && `기록 ${audit.data.count.toLocaleString('ko')}건`}
        </p>
      </div>
      <LoadState reads={reads} skeleton={<Skeletons count={8} shape="cell" />}>
        {({ audit: { count, results } }) => (
          <>
            {results.length > 0 ? (
              <AuditTable entries={results} isBusy={reads.isBusy} />
            ) : (
              <NoEntries
                isFiltered={search !== '' || page > 1}
                onShowAll={() => change({ search: undefined, page: undefined })}
              />
            )}
            <Pager
              label="작업 기록 페이지"
              page={page}
              count={count}
              pageSize={PAGE}
              onPage={(to) => change({ page: to === 1 ? undefined : to })}
            />
          </>
        )}
      </LoadState>
    </div>
  )
}

const COLUMNS = [
  { name: '한 일' },
  { name: '대상' },
  { name: '자세한 내용' },
  { name: '관리자' },
  { name: '일시' },
]

const AuditTable = ({ entries, isBusy }: { entries: readonly AuditEntry[]; isBusy: boolean }) => (
  <div className="settings__table audit" aria-busy={isBusy}>
    <Table label="작업 기록" columns={COLUMNS}>
      {entries.map((entry) => (
        <Row key={entry.id}>
          <Cell kind="title">{entry.summary}</Cell>
          <Cell label="대상">
            <Target entry={entry} />
          </Cell>
          <Cell label="자세한 내용">
            <span className="audit__details">{detailsText(entry.details, entry.names) || <None />}</span>
          </Cell>
          <Cell label="관리자">
            <span className="audit__admin">{entry.admin}</span>
          </Cell>
          <Cell label="일시">
            <span className="settings__moment numerals">{longMoment(entry.at)}</span>
          </Cell>
        </Row>
      ))}
    </Table>
  </div>
)

/** The thing that was changed, as the way to where it can be seen while it is there. */
function Target({ entry }: { entry: AuditEntry }) {
  const text = targetText(entry)
  const address = addressOf(entry)
  if (text === null) return <None />
  if (address === null) return <span className="numerals">{text}</span>
  return (
    <Link to={address} className="audit__thing numerals">
      {text}
    </Link>
  )
}

// On a phone's card a fact that is none is left out.
const None = () => <span className="settings__none">—</span>

const NoEntries = ({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) =>
  isFiltered ? (
    <EmptyState title="조건에 맞는 기록이 없습니다.">
      <p>표에 보이는 말로 찾을 수 있습니다. 예: 예약 12번, 승인, 11월 20일</p>
      <Button onClick={onShowAll}>검색 지우기</Button>
    </EmptyState>
  ) : (
    <EmptyState title="작업 기록이 없습니다.">관리자가 변경한 내용이 이곳에 자동으로 기록됩니다.</EmptyState>
  )
