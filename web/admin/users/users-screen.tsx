import { useEffect, useState } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { exportMembers, listMembers } from '../../../contract/admin/members.ts'
import type { Member } from '../../../contract/member.ts'
import { toQuery } from '../components/use-query-params.ts'
import { ExportButtons } from '../components/export-buttons.tsx'
import { ActionBar } from '../components/action-bar.tsx'
import { useFocusFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { Loading, LoadState, useReads } from '../components/load-state.tsx'
import { useSelection } from '../components/use-selection.ts'
import { MEMBERS_PER_PAGE, TIER_FILTERS, useMembers } from '../components/use-members.ts'
import { useLastPage } from '../components/use-pages.ts'
import { POLL_MS } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/controls.tsx'
import { ChoiceBar } from '../../ui/choice/choice-bar.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { EmptyState, Skeletons, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/list/pager.tsx'
import { adminToast } from '../../ui/toast.ts'
import { DeleteAllDialog, DeleteDialog } from './delete-dialogs.tsx'
import { useShortcut } from '../components/use-shortcut.ts'
import { useListPlace } from './list-place.ts'
import { useMemberQuery, type MemberQuery } from './member-query.ts'
import { MemberTable } from './member-table.tsx'
import { lazy, usePreload } from '../../shell/lazy.tsx'
import { figures } from '../../ui/figures.ts'
import './users.css'

const AddDialog = lazy(() => import('./add-dialog.tsx'))
const MemberDialog = lazy(() => import('./edit-dialog.tsx'))
const ImportDialog = lazy(() => import('./import/import-dialog.tsx'))
const MessageDialog = lazy(() => import('../components/messages/message-dialog.tsx'))
const TierDialog = lazy(() => import('./tier-dialog.tsx'))
const LATE = [MemberDialog]

const counted = (count: number) => `${count.toLocaleString('ko')}명`

type Opened =
  | { kind: 'edit'; member: Member }
  | { kind: 'delete'; members: readonly Member[] }
  | { kind: 'delete-all' }
  | { kind: 'add' }
  | { kind: 'import' }
  | { kind: 'message' }
  | { kind: 'tier'; members: readonly Member[] }

export default function UsersScreen() {
  const { query, searchFor, filterBy, goTo, showAll } = useMemberQuery()
  const members = useMembers(toQuery(query), { poll: POLL_MS, keepPrevious: true })
  const reads = useReads({ members }, '사용자 목록을 불러오는데 실패했습니다.', { isBanner: true })
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const { search, user_filter } = query
  useListPlace()
  useLastPage(query.page, MEMBERS_PER_PAGE, members)
  return (
    <Page title="회원 관리 · 관리자 센터" width="full">
      <div className="stack">
        <h1>회원 관리</h1>
        <div className="toolbar">
          <SearchField
            label="회원 검색"
            placeholder="이름, 회사, 이메일, 전화번호"
            value={query.search}
            onSearch={searchFor}
          />
          <ChoiceBar label="등급" choices={TIER_FILTERS} chosen={query.user_filter} onChoose={filterBy} />
        </div>
        <LoadState
          reads={reads}
          skeleton={
            <Loading gap={8}>
              <Skeletons count={MEMBERS_PER_PAGE} shape="cell" />
            </Loading>
          }
        >
          {({ members }) => (
            <MemberList
              {...{ query, goTo, setOpened }}
              data={members}
              isBusy={reads.isBusy}
              onShowAll={showAll}
            />
          )}
        </LoadState>
        {opened?.kind === 'add' && <AddDialog onClose={close} />}
        {opened?.kind === 'import' && <ImportDialog onClose={close} />}
        {opened?.kind === 'message' && (
          <MessageDialog audience={{ members: toQuery({ search, user_filter }) }} onClose={close} />
        )}
        {opened?.kind === 'tier' && <TierDialog members={opened.members} query={query} onClose={close} />}
        {opened?.kind === 'edit' && <MemberDialog member={opened.member} onClose={close} />}
        {opened?.kind === 'delete' && <DeleteDialog members={opened.members} onClose={close} />}
        {opened?.kind === 'delete-all' && <DeleteAllDialog onClose={close} />}
      </div>
    </Page>
  )
}

type ListProps = {
  query: MemberQuery
  data: ResponseOf<typeof listMembers>
  isBusy: boolean
  goTo: (page: number) => void
  setOpened: (opened: Opened) => void
  onShowAll: () => void
}

function MemberList({ query, data, isBusy, goTo, setOpened, onShowAll }: ListProps) {
  const { count, results: members } = data
  usePreload(LATE)
  const { search, user_filter } = query
  const holder = useFocusFallback<HTMLElement>()
  const selection = useChosen(members, query)
  const chosen = members.filter(({ id }) => selection.has(id))
  const deleteChosen = () => {
    if (chosen.length === 0) adminToast.error('삭제할 회원을 선택해주세요.')
    else setOpened({ kind: 'delete', members: chosen })
  }
  useShortcut(({ key }) => {
    if (key === 'Delete' && !document.querySelector('dialog[open]')) deleteChosen()
  })
  const deleteAll = () => {
    if (isAll(query) && count === 0) adminToast.error('삭제할 회원이 없습니다.')
    else setOpened({ kind: 'delete-all' })
  }
  return (
    <section className="stack" data-gap="12" ref={holder}>
      <div className="toolbar" data-spread>
        <h2 tabIndex={-1}>
          회원 목록 <span {...figures('muted plain')}>{counted(count)}</span>
        </h2>
        <div className="row" data-wrap>
          <Button size="small" kind="primary" onClick={() => setOpened({ kind: 'add' })}>
            회원 추가
          </Button>
          <Button size="small" onClick={() => setOpened({ kind: 'import' })}>
            파일로 등록
          </Button>
          <Button size="small" onClick={() => setOpened({ kind: 'message' })}>
            메시지 보내기
          </Button>
          <ExportButtons size="small" endpoint={exportMembers} query={toQuery({ search, user_filter })} />
        </div>
      </div>
      {members.length > 0 ? (
        <MemberTable
          members={members}
          selection={selection}
          isBusy={isBusy}
          onEdit={(member) => setOpened({ kind: 'edit', member })}
          onDelete={(member) => setOpened({ kind: 'delete', members: [member] })}
        />
      ) : (
        <NoMembers query={query} onShowAll={onShowAll} />
      )}
      <Pager
        label="회원 목록 페이지"
        page={query.page}
        count={count}
        pageSize={MEMBERS_PER_PAGE}
        onPage={goTo}
      />
      <ActionBar
        floats={chosen.length > 0 ? 'always' : 'never'}
        status={statusOf(query, count, chosen.length)}
      >
        {count > 0 && (
          <Button size="small" onClick={() => setOpened({ kind: 'tier', members: chosen })}>
            {chosen.length > 0 ? `선택 등급 변경 (${chosen.length})` : `조회된 ${counted(count)} 등급 변경`}
          </Button>
        )}
        <Button
          size="small"
          aria-keyshortcuts="Delete"
          onClick={deleteChosen}
        >{`선택 삭제 (${chosen.length})`}</Button>
        <Button size="small" onClick={deleteAll}>
          {/* It ignores the search. */}
          {isAll(query) ? '전체 삭제' : '모든 회원 삭제'}
        </Button>
      </ActionBar>
    </section>
  )
}

const isAll = ({ search, user_filter }: MemberQuery) => search === '' && user_filter === 'all'

function statusOf(query: MemberQuery, count: number, chosen: number): string {
  if (chosen > 0) return `${chosen}명 선택됨`
  return `${isAll(query) ? '전체' : '검색 결과'} ${counted(count)}`
}

/** Another page, search or filter clears the choice. */
function useChosen(members: readonly Member[], { search, user_filter, page }: MemberQuery) {
  const selection = useSelection(members.map(({ id }) => id))
  const { clear } = selection
  useEffect(clear, [clear, search, user_filter, page])
  return selection
}

function NoMembers({ query, onShowAll }: { query: MemberQuery; onShowAll: () => void }) {
  if (isAll(query))
    return (
      <EmptyState title="등록된 회원이 없습니다.">방문자가 회원가입을 마치면 이곳에 나타납니다.</EmptyState>
    )
  return (
    <EmptyState title="조건에 맞는 회원이 없습니다.">
      <p>이름, 회사, 이메일, 전화번호의 일부만 입력해도 찾을 수 있습니다.</p>
      <Button onClick={onShowAll}>검색과 필터 지우기</Button>
    </EmptyState>
  )
}
