import { useState } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { listAudit, searchAudit, type AuditEntry } from '../../../contract/admin/audit.ts'
import { PAGE_SIZE } from '../../../contract/page.ts'
import { detailsText, targetText } from '../../../contract/text/audit-text.ts'
import './audit-section.css'
import { FROM_HERE } from '../components/member-address.ts'
import { addressOf } from './audit-address.ts'
import { LoadState, useReads } from '../components/load-state.tsx'
import { Link } from 'wouter'
import { useLastPage } from '../components/use-pages.ts'
import { pageOf, useQueryParams } from '../components/use-query-params.ts'
import { longMoment } from '../../components/moment-text.ts'
import { usePolled, useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/controls.tsx'
import { EmptyState, Skeletons } from '../../ui/page.tsx'
import { Pager } from '../../ui/list/pager.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { Cell, Row, Table } from '../../ui/list/table.tsx'
import { figures } from '../../ui/figures.ts'

const FAILED = '작업 기록을 불러오는데 실패했습니다.'

type Found = ResponseOf<typeof searchAudit>

export default function AuditSection() {
  const { values, change } = useQueryParams()
  const search = values.get('search') ?? ''
  const page = pageOf(values.get('page'))
  const before = Number(values.get('before')) || null
  const isSearch = search !== ''
  const audit = usePolled(
    listAudit,
    { query: { page: String(page) } },
    { keepPrevious: true, enabled: !isSearch },
  )
  const { found, isGoingOn } = useFound(search, before)
  const told = isSearch
    ? found.data && foundText(found.data, before, isGoingOn)
    : audit.data && `기록 ${audit.data.count.toLocaleString('ko')}건`
  return (
    <div className="stack">
      <div className="toolbar">
        <SearchField
          label="작업 기록 검색"
          placeholder="관리자, 한 일, 대상, 일시"
          value={search}
          onSearch={(words) =>
            change({ search: words, page: undefined, before: undefined }, { replace: true })
          }
        />
        <p {...figures('muted')} role="status">
          {told}
        </p>
      </div>
      {isSearch ? (
        <FoundEntries
          {...{ found, isGoingOn, before }}
          goTo={(from) => change({ before: from ?? undefined })}
          onShowAll={() => change({ search: undefined, before: undefined })}
        />
      ) : (
        <AllEntries {...{ audit, page }} goTo={(to) => change({ page: to === 1 ? undefined : to })} />
      )}
    </div>
  )
}

type AllProps = {
  audit: ReturnType<typeof useRead<typeof listAudit>>
  page: number
  goTo: (page: number) => void
}

function AllEntries({ audit, page, goTo }: AllProps) {
  const reads = useReads({ audit }, FAILED, { isBanner: true })
  useLastPage(page, PAGE_SIZE.log, audit)
  return (
    <LoadState reads={reads} skeleton={<EntriesSkeleton />}>
      {({ audit: { count, results } }) => (
        <>
          {results.length > 0 ? (
            <AuditTable entries={results} isBusy={reads.isBusy} />
          ) : (
            <EmptyState title="작업 기록이 없습니다.">
              관리자가 변경한 내용이 이곳에 자동으로 기록됩니다.
            </EmptyState>
          )}
          <Pager label="작업 기록 페이지" page={page} count={count} pageSize={PAGE_SIZE.log} onPage={goTo} />
        </>
      )}
    </LoadState>
  )
}

type FoundProps = ReturnType<typeof useFound> & {
  /** Searches back from this entry; null from the latest. */
  before: number | null
  goTo: (before: number | null) => void
  onShowAll: () => void
}

/** In parts: a log of years is too long to search at once. */
function FoundEntries({ found, isGoingOn, before, goTo, onShowAll }: FoundProps) {
  const reads = useReads({ found }, FAILED, { isBanner: true })
  return (
    <LoadState reads={reads} skeleton={<EntriesSkeleton />}>
      {({ found: { results, next } }) => (
        <>
          {results.length > 0 && <AuditTable entries={results} isBusy={reads.isBusy} />}
          {isGoingOn && <EntriesSkeleton />}
          {results.length === 0 && !isGoingOn && (
            <EmptyState title="조건에 맞는 기록이 없습니다.">
              <p>표에 보이는 말로 찾을 수 있습니다. 예: 예약 12번, 승인, 11월 20일</p>
              <Button onClick={onShowAll}>검색 지우기</Button>
            </EmptyState>
          )}
          <div className="row" data-wrap>
            {before !== null && <Button onClick={() => goTo(null)}>최근 기록부터 보기</Button>}
            {next !== null && !isGoingOn && <Button onClick={() => goTo(next)}>이전 기록에서 더 찾기</Button>}
          </div>
        </>
      )}
    </LoadState>
  )
}

/** A part without results continues with the part before it. */
function useFound(search: string, before: number | null) {
  const wanted = `${before ?? ''} ${search}`
  const [reached, setReached] = useState({ wanted, from: before })
  const from = reached.wanted === wanted ? reached.from : before
  const query = { search, ...(from !== null && { before: String(from) }) }
  const found = usePolled(searchAudit, { query }, { keepPrevious: true, enabled: search !== '' })
  const next = found.data?.results.length === 0 ? found.data.next : null
  if (!found.isPlaceholderData && next !== null) setReached({ wanted, from: next })
  return { found, isGoingOn: next !== null }
}

function foundText({ results, until }: Found, before: number | null, isGoingOn: boolean): string {
  const count = `기록 ${results.length.toLocaleString('ko')}건`
  if (until === null) return before === null ? count : `${count} (첫 기록까지)`
  return isGoingOn ? `${longMoment(until)} 이전을 찾는 중` : `${count} (${longMoment(until)}까지)`
}

const EntriesSkeleton = () => <Skeletons count={8} shape="cell" />

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
            <span className="audit__details">{factsText(entry) || <None />}</span>
          </Cell>
          <Cell label="관리자">
            <span className="audit__admin">
              <span translate="no">{entry.admin}</span>
              {entry.admin_id > 0 && <span {...figures('muted')}> {entry.admin_id}번</span>}
            </span>
          </Cell>
          <Cell label="일시">
            <span {...figures('settings__moment')}>{longMoment(entry.at)}</span>
          </Cell>
        </Row>
      ))}
    </Table>
  </div>
)

const factsText = ({ details, names, network, device }: AuditEntry) =>
  [detailsText(details, names), device, network].filter(Boolean).join(' · ')

function Target({ entry }: { entry: AuditEntry }) {
  const text = targetText(entry)
  const address = addressOf(entry)
  if (text === null) return <None />
  if (address === null) return <span {...figures()}>{text}</span>
  return (
    <Link to={address} state={FROM_HERE} className="audit__thing numerals">
      {text}
    </Link>
  )
}

// A phone's card leaves out facts without a value.
const None = () => <span className="settings__none">—</span>
