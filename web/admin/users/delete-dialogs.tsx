import { deleteMember, deleteMembers, listMembers, membersImpact } from '../../../contract/admin/members.ts'
import type { Member } from '../../../contract/member.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useMembers } from '../components/use-members.ts'
import { ApiError, call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { ReadError } from '../../ui/page.tsx'
import { adminToast } from '../../ui/toast.ts'
import { withReason } from '../components/with-toast.ts'

const FAILED = '사용자 삭제에 실패했습니다.'
const ERASED = '이름, 연락처 등 개인정보가 삭제되며 되돌릴 수 없습니다.'

/** Waits for the list, so that the row is gone or back. */
async function deleteAndTell(send: () => Promise<{ message: string }>) {
  try {
    const { message } = await send()
    adminToast.success(message)
  } catch (failure) {
    // A colleague was faster: the wanted result.
    const isGone = failure instanceof ApiError && failure.status === 404
    adminToast.error(isGone ? `${FAILED} 다른 관리자가 먼저 삭제했습니다.` : withReason(failure, FAILED))
    if (!isGone) throw failure
  } finally {
    await refresh(listMembers)
  }
}

type Props = { members: readonly Member[]; onClose: () => void }

export const DeleteDialog = ({ members, onClose }: Props) =>
  members.length === 1 ? (
    <DeleteOneDialog member={members[0]!} onClose={onClose} />
  ) : (
    <DeleteChosenDialog members={members} onClose={onClose} />
  )

function DeleteOneDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const id = String(member.id)
  return (
    <ConfirmDialog
      title="회원 삭제"
      action="회원 1명 삭제"
      // Not `memberImpact`: if a colleague was faster, the deletion says so.
      readImpact={() => call(membersImpact, { query: { ids: id } })}
      onConfirm={(body, idempotencyKey) =>
        deleteAndTell(() => call(deleteMember, { params: { id }, body }, { idempotencyKey }))
      }
      onClose={onClose}
    >
      <p>
        <strong translate="no">
          {member.name} ({member.company_name})
        </strong>{' '}
        <span>{`회원을 삭제하시겠습니까? ${ERASED}`}</span>
      </p>
    </ConfirmDialog>
  )
}

const NAMED = 5

function DeleteChosenDialog({ members, onClose }: Props) {
  const ids = members.map(({ id }) => id)
  const others = members.length - NAMED
  return (
    <ConfirmDialog
      title="선택한 회원 삭제"
      action={`회원 ${members.length}명 삭제`}
      readImpact={() => call(membersImpact, { query: { ids: ids.join(',') } })}
      onConfirm={(terms, idempotencyKey) =>
        deleteAndTell(() => call(deleteMembers, { body: { user_ids: ids, ...terms } }, { idempotencyKey }))
      }
      onClose={onClose}
    >
      <p>{`선택한 회원 ${members.length}명을 삭제하시겠습니까? ${ERASED}`}</p>
      <p translate="no">
        {`${members
          .slice(0, NAMED)
          .map(({ name }) => name)
          .join(', ')}${others > 0 ? ` 외 ${others}명` : ''}`}
      </p>
    </ConfirmDialog>
  )
}

/** Ignores the search. */
export function DeleteAllDialog({ onClose }: { onClose: () => void }) {
  const read = useMembers({})
  const { data } = read
  const count = data && `${data.count.toLocaleString('ko')}명`
  return (
    <ConfirmDialog
      title="모든 회원 삭제"
      action={count ? `회원 ${count} 모두 삭제` : '회원 모두 삭제'}
      isReady={data !== undefined}
      isEverything
      readImpact={() => call(membersImpact, { query: {} })}
      onConfirm={(terms, idempotencyKey) =>
        deleteAndTell(() => call(deleteMembers, { body: { delete_all: true, ...terms } }, { idempotencyKey }))
      }
      onClose={onClose}
    >
      <p>
        검색이나 필터와 관계없이 <strong>{count ? `등록된 회원 ${count} 전체` : '등록된 회원 전체'}</strong>
        <span>{`를 삭제합니다. ${ERASED}`}</span>
      </p>
      {read.isError && <ReadError title="회원 수를 확인하지 못했습니다." read={read} />}
    </ConfirmDialog>
  )
}
