import { useEffect, useState } from 'react'
import { listMembers } from '../../../contract/member-list.ts'
import type { Member } from '../../../contract/my-account.ts'
import { LoadFailure, usePolledRead } from '../../admin-parts/polled-read.tsx'
import { useSelection } from '../../admin-parts/selection.ts'
import { POLL_MS } from '../../query.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { pageCount } from '../../ui/page-list.ts'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import { DeleteAllDialog, DeleteDialog } from './delete-dialogs.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { useFocusReturn } from './focus-return.ts'
import { useMemberQuery, type MemberQuery } from './member-query.ts'
import { MemberTable } from './member-table.tsx'
import { MemberActions, MemberFilters } from './member-toolbar.tsx'
import './users.css'

/** How many members a page of the service has. */
const PAGE = 10

type Opened =
  | { kind: 'edit'; member: Member }
  | { kind: 'delete'; members: readonly Member[] }
  | { kind: 'delete-all' }

export default function UsersScreen() {
  const { query, searchFor, filterBy, goTo, showAll } = useMemberQuery()
  const { data, isOther, failure } = useMembers(query)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { heading, returnFocus } = useFocusReturn()
  const members = data?.results ?? []
  const selection = useChosen(members, query)
  usePageThatIsThere(query.page, isOther ? undefined : data, goTo)
  const close = () => {
    setOpened(null)
    returnFocus()
  }
  const chosen = members.filter(({ id }) => selection.has(id))
  return (
    <Page title="회원 관리 · 관리자 센터" width="full">
      <div className="stack">
        <h1 ref={heading} tabIndex={-1}>
          회원 관리
        </h1>
        <MemberFilters query={query} onSearch={searchFor} onFilter={filterBy} />
        <LoadFailure title="사용자 목록을 불러오는데 실패했습니다." failure={failure} />
        {data && (
          <MemberActions
            query={query}
            count={data.count}
            chosen={chosen.length}
            onDeleteChosen={() => setOpened({ kind: 'delete', members: chosen })}
            onDeleteAll={() => setOpened({ kind: 'delete-all' })}
          />
        )}
        {members.length > 0 ? (
          <MemberTable
            members={members}
            selection={selection}
            isBusy={isOther}
            onEdit={(member) => setOpened({ kind: 'edit', member })}
            onDelete={(member) => setOpened({ kind: 'delete', members: [member] })}
          />
        ) : data ? (
          <NoMembers query={query} onShowAll={showAll} />
        ) : (
          !failure && <MembersSkeleton />
        )}
        {data && (
          <Pager label="회원 목록 페이지" page={query.page} count={data.count} aPage={PAGE} onPage={goTo} />
        )}
      </div>
      {opened?.kind === 'edit' && <EditDialog member={opened.member} onClose={close} />}
      {opened?.kind === 'delete' && <DeleteDialog members={opened.members} onClose={close} />}
      {opened?.kind === 'delete-all' && <DeleteAllDialog onClose={close} />}
    </Page>
  )
}

const useMembers = ({ search, user_filter, page }: MemberQuery) =>
  usePolledRead(
    listMembers,
    { query: { search, user_filter: user_filter === 'all' ? undefined : user_filter, page: String(page) } },
    POLL_MS,
  )

/** What is chosen of the page in sight: another page, search or filter begins with nothing. */
function useChosen(members: readonly Member[], { search, user_filter, page }: MemberQuery) {
  const selection = useSelection(members.map(({ id }) => id))
  const { clear } = selection
  useEffect(clear, [clear, search, user_filter, page])
  return selection
}

/** Goes back to the last page when the one that is asked for has gone with its last member. */
function usePageThatIsThere(
  page: number,
  data: { count: number } | undefined,
  goTo: (page: number, options: { replace: boolean }) => void,
) {
  const last = data && pageCount(data.count, PAGE)
  useEffect(() => {
    if (last !== undefined && page > last) goTo(last, { replace: true })
  })
}

function NoMembers({ query, onShowAll }: { query: MemberQuery; onShowAll: () => void }) {
  if (query.search === '' && query.user_filter === 'all')
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

const MembersSkeleton = () => (
  <div className="stack" data-gap="8" aria-busy="true">
    <p className="visually-hidden">불러오는 중</p>
    <Skeletons count={PAGE} shape="cell" />
  </div>
)
