import { arrivalAddress, spacedCode } from '../../../../domain/arrival.ts'
import { QrCode } from '../../../components/qr/qr-code.tsx'
import { figures } from '../../../ui/figures.ts'
import './pass.css'

export default function Pass({ code }: { code: string }) {
  return (
    <figure className="pass">
      <QrCode text={arrivalAddress(location.origin, code)} name="입장 QR 코드" small />
      <figcaption>
        <span className="muted small">입장 코드</span>
        <strong {...figures('pass__code')}>{spacedCode(code)}</strong>
        <span className="muted small">도착하시면 안내 데스크에서 보여주세요.</span>
      </figcaption>
    </figure>
  )
}
