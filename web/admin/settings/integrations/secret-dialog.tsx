import { Button } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { copyToClipboard } from '../../components/copy-to-clipboard.ts'

type Props = { title: string; what: '서명 키' | '토큰 키'; secret: string; hint: string; onClose: () => void }

/** Shown once, so it closes by its button alone. */
export default function SecretDialog({ title, what, secret, hint, onClose }: Props) {
  return (
    <Dialog
      kind="alert"
      title={title}
      onClose={() => {}}
      actions={
        <>
          <Button onClick={onClose}>보관했습니다</Button>
          <Button kind="primary" data-autofocus onClick={() => void copyToClipboard(secret, what)}>
            {`${what} 복사`}
          </Button>
        </>
      }
    >
      <div className="stack" data-gap="12">
        <p>
          <strong>지금만 표시되니 안전한 곳에 보관해주세요.</strong> <span>{hint}</span>
        </p>
        <code className="integrations__secret" aria-label={what}>
          {secret}
        </code>
      </div>
    </Dialog>
  )
}
