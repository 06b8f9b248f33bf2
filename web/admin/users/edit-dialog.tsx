import { useState } from 'react'
import { changeMember, getMember, listMembers } from '../../../contract/admin/members.ts'
import { endMemberSessions } from '../../../contract/admin/sessions.ts'
import type { Member } from '../../../contract/member.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { EditDialog } from '../components/form-dialog.tsx'
import { CurrentChoice, fieldsWithCurrent, useEditConflict } from '../components/edit-conflict.tsx'
import { ApiError, call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useForm } from '../../ui/form/form.tsx'
import { adminToast } from '../../ui/toast.ts'
import { MemberFields } from './member-fields.tsx'
import { TierSwitches } from './tier-switches.tsx'
import { useTierWarning } from './use-tier-warning.tsx'
import { withReason, withToast } from '../components/with-toast.ts'

const FAILED = '사용자 정보 수정에 실패했습니다.'

type Props = { member: Member; onClose: () => void }

export default function MemberDialog({ member, onClose }: Props) {
  // After a colleague's change the form can start over with the stored values.
  const [from, setFrom] = useState(member)
  const [isDeleted, setDeleted] = useState(false)
  if (isDeleted) return <DeletedDialog name={member.name} onClose={onClose} />
  return (
    <EditForm
      key={JSON.stringify(from)}
      member={from}
      onStartOver={setFrom}
      onDeleted={() => setDeleted(true)}
      onClose={onClose}
    />
  )
}

type FormProps = Props & { onStartOver: (latest: Member) => void; onDeleted: () => void }

function EditForm({ member, onStartOver, onDeleted, onClose }: FormProps) {
  const one = { params: { id: member.id } }
  const { conflict, latest, changeOf, attempt } = useEditConflict(member, () => call(getMember, one))
  const warning = useTierWarning(latest ?? member)
  const [isEnding, setEnding] = useState(false)
  const form = useForm({
    schema: changeMember.body!,
    initial: member,
    complete: (typed) => ({ ...typed, id: member.id }),
    submit: async (body) => {
      try {
        if (!(await warning.maySave(body))) return
        const saved = await attempt((expected) => call(changeMember, { ...one, body: { ...body, expected } }))
        if (!saved) return
        adminToast.success(saved.message)
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 404) return onDeleted()
        adminToast.error(withReason(failure, FAILED))
        throw failure
      } finally {
        void refresh(listMembers, getMember)
      }
      onClose()
    },
    failed: (failure) => withReason(failure, FAILED),
  })
  const field = fieldsWithCurrent(form, changeOf)
  return (
    <>
      <EditDialog
        title="회원 정보 수정"
        form={form}
        conflict={conflict}
        onStartOver={() => latest && onStartOver(latest)}
        onClose={onClose}
      >
        <MemberFields field={field} />
        <TierSwitches flags={member} />
        <CurrentChoice change={changeOf('tier')} />
        <Button kind="quiet-danger" onClick={() => setEnding(true)}>
          모든 기기에서 로그아웃
        </Button>
      </EditDialog>
      {warning.question}
      {isEnding && <EndSessionsDialog member={member} onClose={() => setEnding(false)} />}
    </>
  )
}

const EndSessionsDialog = ({ member, onClose }: Props) => (
  <ConfirmDialog
    title="모든 기기에서 로그아웃"
    action="로그아웃"
    onConfirm={() =>
      withToast(() => call(endMemberSessions, { params: { id: member.id } }), '로그아웃에 실패했습니다.')
    }
    onClose={onClose}
  >
    <p>
      <strong translate="no">{member.name}</strong> 회원을 모든 기기에서 로그아웃하시겠습니까? 캘린더 구독과
      휴대폰 알림도 해지되고, 예약은 그대로 유지됩니다.
    </p>
  </ConfirmDialog>
)

const DeletedDialog = ({ name, onClose }: { name: string; onClose: () => void }) => (
  <Dialog
    kind="alert"
    title="삭제된 회원입니다"
    onClose={onClose}
    actions={
      <Button kind="primary" data-autofocus onClick={onClose}>
        확인
      </Button>
    }
  >
    다른 관리자가 <span translate="no">{name}</span> 회원을 먼저 삭제하여 저장할 수 없습니다.
  </Dialog>
)
