import type { TierImpact } from '../../../contract/admin/members.ts'
import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { AboveList } from './above-list.tsx'

type Props = { impact: TierImpact; onAnswer: (goesOn: boolean) => void }

export default function TierWarning({ impact, onAnswer }: Props) {
  return (
    <Dialog
      kind="alert"
      title="등급을 낮출까요?"
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button data-autofocus onClick={() => onAnswer(false)}>
            계속 수정
          </Button>
          <Button kind="primary" onClick={() => onAnswer(true)}>
            등급 낮추기
          </Button>
        </>
      }
    >
      <AboveList impact={impact} />
    </Dialog>
  )
}
