import { useState } from 'react'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import SetUp from '../../components/second-factor/set-up.tsx'

/** Recovery codes are shown once, so it then closes by their button alone. */
export default function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [isMade, setMade] = useState(false)
  return (
    <Dialog title="2단계 인증 설정" kind={isMade ? 'alert' : 'sheet'} onClose={() => !isMade && onClose()}>
      <SetUp onMade={() => setMade(true)} onDone={onClose} />
    </Dialog>
  )
}
