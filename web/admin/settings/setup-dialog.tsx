import { useState } from 'react'
import { listScreens, renewScreenCode, type RoomScreens } from '../../../contract/admin/screens.ts'
import { screenName } from '../../../domain/screen.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { WriteDialog } from '../components/write-dialog.tsx'
import { copyToClipboard } from '../components/copy-to-clipboard.ts'
import { QrCode } from '../../components/qr/qr-code.tsx'
import { boardAddress } from '../../paths.ts'
import { AddressField } from '../../components/qr/address-field.tsx'
import { Button, ButtonLink } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import './setup-dialog.css'

type Props = { of: RoomScreens; onClose: () => void }

export default function SetupDialog({ of, onClose }: Props) {
  const { room, setup_url: url } = of
  const [isRenewing, setRenewing] = useState(false)
  return (
    <>
      <Dialog
        title={`${room.name} 화면 설정`}
        onClose={onClose}
        actions={
          <>
            {/* Without the setup code: a preview must not register this browser as a screen. */}
            <ButtonLink href={boardAddress(room.id)} target="_blank" rel="noreferrer">
              현황판 미리 보기
            </ButtonLink>
            <Button kind="primary" data-autofocus onClick={() => void copyToClipboard(url)}>
              링크 복사
            </Button>
          </>
        }
      >
        <div className="stack">
          <QrCode text={url} name={`${room.name} 설정 링크 QR 코드`} />
          <AddressField label="설정 링크" url={url} />
          <ol className="settings__steps">
            <li>화면의 브라우저에서 위 링크를 엽니다.</li>
            <li>화면을 한 번 눌러 전체 화면으로 만듭니다.</li>
            <li>이 목록에 ‘정상’으로 나타나는지 확인합니다.</li>
          </ol>
          <p className="muted small">
            화면이 다시 켜질 때도 같은 링크로 시작하도록 시작 페이지로 지정해주세요.
          </p>
          <div>
            <Button kind="quiet-danger" size="small" onClick={() => setRenewing(true)}>
              새 설정 코드
            </Button>
          </div>
        </div>
      </Dialog>
      {isRenewing && <RenewDialog of={of} onClose={() => setRenewing(false)} />}
    </>
  )
}

const RenewDialog = ({ of: { room, setup_url, screens }, onClose }: Props) => (
  <WriteDialog
    title="새 설정 코드"
    action={screens.length > 0 ? `새 코드 만들기, 화면 ${screens.length}대 제외` : '새 코드 만들기'}
    write={() => call(renewScreenCode, { params: { id: room.id }, body: { expected: { setup_url } } })}
    failed="새 설정 코드를 만들지 못했습니다."
    refresh={() => refresh(listScreens)}
    onClose={onClose}
  >
    <p>
      <strong translate="no">{room.name}</strong>의 지금 설정 링크와 QR 코드는 더 이상 쓸 수 없게 됩니다.
    </p>
    {screens.length === 0 ? (
      <p>이 링크로 설정된 화면은 없습니다.</p>
    ) : (
      <>
        <p>
          아래 화면이 이름과 함께 목록에서 빠집니다. 벽에는 현황판이 계속 보이지만, 새 링크로 다시 설정할
          때까지 상태를 알리지 않고 요청도 받지 않습니다.
        </p>
        <ul className="strong settings__cut-off">
          {screens.map((screen) => (
            <li key={screen.id} translate="no">
              {screenName(screen, room.name, screens)}
            </li>
          ))}
        </ul>
      </>
    )}
  </WriteDialog>
)
