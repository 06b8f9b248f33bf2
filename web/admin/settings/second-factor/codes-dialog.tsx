import type { MyAdmin } from '../../../../contract/admin/accounts.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { RecoveryCodes } from '../../components/second-factor/recovery-codes.tsx'

type Props = { me: MyAdmin; codes: readonly string[]; onClose: () => void }

/** Shown once, so it closes by its button alone. */
export default function CodesDialog({ me, codes, onClose }: Props) {
  return (
    <Dialog kind="alert" title="새 복구 코드" onClose={() => {}}>
      <RecoveryCodes of={me} codes={codes} onDone={onClose} />
    </Dialog>
  )
}
