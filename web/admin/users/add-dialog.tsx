import { addMember, listMembers } from '../../../contract/admin/members.ts'
import { call } from '../../api/client.ts'
import { useWriteKey } from '../../api/writes/retrying-call.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { useForm } from '../../ui/form/form.tsx'
import { adminToast } from '../../ui/toast.ts'
import { FormDialog } from '../components/form-dialog.tsx'
import { MemberFields } from './member-fields.tsx'
import { TierSwitches } from './tier-switches.tsx'
import { withReason } from '../components/with-toast.ts'

const FAILED = '회원 등록에 실패했습니다.'

export default function AddDialog({ onClose }: { onClose: () => void }) {
  const keyOf = useWriteKey()
  const form = useForm({
    schema: addMember.body!,
    submit: async (body) => {
      const { message } = await call(addMember, { body }, { idempotencyKey: keyOf(body) })
      adminToast.success(message)
      void refresh(listMembers)
      onClose()
    },
    failed: (failure) => {
      adminToast.error(FAILED)
      return withReason(failure, FAILED)
    },
  })
  return (
    <FormDialog title="회원 추가" action="저장" form={form} onClose={onClose}>
      <p className="muted">등록한 회원은 전화번호와 이름으로 바로 로그인할 수 있습니다.</p>
      <MemberFields field={form.field} />
      <TierSwitches flags={{ is_vip: false, is_vvip: false }} />
    </FormDialog>
  )
}
