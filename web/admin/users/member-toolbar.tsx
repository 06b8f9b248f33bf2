import { useState } from 'react'
import { exportMembers, type UserFilter } from '../../../contract/admin/members.ts'
import { download } from '../../api/download.ts'
import { toQuery } from '../components/to-query.ts'
import { withReason } from '../components/with-toast.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceBar } from '../../ui/choice/choice-bar.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { adminToast } from '../../ui/toast.ts'
import type { MemberQuery } from './member-query.ts'

const FILTERS: readonly { id: UserFilter; label: string }[] = [
  { id: 'all', label: '전체' },
  { id: 'vvip', label: 'VVIP' },
  { id: 'vip', label: 'VIP' },
  { id: 'normal', label: '일반' },
]

type FilterProps = {
  query: MemberQuery
  onSearch: (search: string) => void
  onFilter: (filter: UserFilter) => void
}

export const MemberFilters = ({ query, onSearch, onFilter }: FilterProps) => (
  <div className="users__filters">
    <SearchField
      label="회원 검색"
      placeholder="이름, 회사, 이메일, 전화번호"
      value={query.search}
      onSearch={onSearch}
    />
    <ChoiceBar label="등급" choices={FILTERS} chosen={query.user_filter} onChoose={onFilter} />
  </div>
)

export function ExportButton({ query: { page: _, ...filters } }: { query: MemberQuery }) {
  const [pending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      await download(exportMembers, { query: toQuery(filters) })
      adminToast.success('엑셀 파일을 다운로드했습니다.')
    } catch (failure) {
      adminToast.error(withReason(failure, '엑셀 파일 다운로드에 실패했습니다.'))
    }
    setPending(false)
  }
  return (
    <Button size="small" pending={pending} onClick={() => void save()}>
      엑셀 다운로드
    </Button>
  )
}
