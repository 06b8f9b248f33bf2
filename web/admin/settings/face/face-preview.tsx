import './face-preview.css'

type Props = { eventName: string; colour: string | null; logoUrl: string | null }

export const FacePreview = ({ eventName, colour, logoUrl }: Props) => {
  const ground = colour ? { backgroundColor: colour } : {}
  const logo = logoUrl && <img className="face-preview__logo" src={logoUrl} alt="" />
  return (
    <div className="face-preview" aria-hidden="true">
      <div className="face-preview__login" style={ground}>
        {logo}
        <span>{eventName}</span>
        <strong>VIP 투어 · 미팅룸 예약</strong>
      </div>
      <div className="face-preview__mail" style={colour ? { borderTopColor: colour } : {}}>
        {logo}
        <strong>예약이 확정되었습니다</strong>
        <span className="face-preview__button" style={ground}>
          예약 보기
        </span>
      </div>
    </div>
  )
}
