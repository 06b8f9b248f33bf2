import { useMemo } from 'react'
import { encode } from 'uqr'
import type { RoomScreens } from '../../../contract/admin/screens.ts'
import { copyToClipboard } from '../components/copy-to-clipboard.ts'
import { boardAddress } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import './setup-dialog.css'

type Props = { room: RoomScreens['room']; url: string; onClose: () => void }

/** How a screen beside this room is set up: with a camera, by a link, or by typing. */
export const SetupDialog = ({ room, url, onClose }: Props) => (
  <Dialog
    title={`${room.name} 화면 설정`}
    onClose={onClose}
    actions={
      <>
        {/* Without its digits: to look at the board makes nobody's browser a screen. */}
        <a
          className="button"
          data-kind="secondary"
          href={boardAddress(room.id)}
          target="_blank"
          rel="noreferrer"
        >
          현황판 미리 보기
        </a>
        <Button kind="primary" data-autofocus onClick={() => void copyToClipboard(url)}>
          링크 복사
        </Button>
      </>
    }
  >
    <div className="stack">
      <QrCode text={url} name={`${room.name} 설정 링크 QR 코드`} />
      <Field
        label="설정 링크"
        name="url"
        readOnly
        required={false}
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <ol className="settings__steps">
        <li>화면의 브라우저에서 위 링크를 엽니다.</li>
        <li>화면을 한 번 눌러 전체 화면으로 만듭니다.</li>
        <li>이 목록에 ‘정상’으로 나타나는지 확인합니다.</li>
      </ol>
      <p className="muted small">화면이 다시 켜질 때도 같은 링크로 시작하도록 시작 페이지로 지정해주세요.</p>
    </div>
  </Dialog>
)

/** A margin of four, which readers need. */
const QUIET = 4

function QrCode({ text, name }: { text: string; name: string }) {
  const { data, size } = useMemo(() => encode(text, { border: QUIET }), [text])
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className="settings__qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name}>
      <path d={path} />
    </svg>
  )
}
