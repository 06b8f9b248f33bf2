import type { Face } from '../../../../contract/face.ts'
import { getPublicInfo } from '../../../../contract/public-info.ts'
import { carriesWhite, CONTRAST_MIN, contrastWithWhite, DEFAULT_ACCENT } from '../../../../domain/contrast.ts'
import { IMAGES } from '../../../../domain/event-image.ts'
import { usePolled } from '../../../api/reads/use-read.ts'
import { Button, Field } from '../../../ui/controls.tsx'
import { FormError } from '../../../ui/form/form.tsx'
import { EditConflictNotice } from '../../components/edit-conflict.tsx'
import { ImagePicker } from './image-picker.tsx'
import { useFaceForm } from './use-face-form.ts'
import './face-section.css'
import './face-preview.css'

export default function FaceSection() {
  const { data } = usePolled(getPublicInfo, {})
  return data ? <FaceForm stored={data.face} eventName={data.event_name} /> : null
}

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

function FaceForm({ stored, eventName }: { stored: Face; eventName: string }) {
  const face = useFaceForm(stored)
  const { form, colour, setColour } = face
  const field = form.field('accent_colour')
  return (
    <form
      {...form.props}
      className="card stack"
      aria-label="행사 이미지와 색상"
      data-unsaved={face.isChanged}
    >
      <h2>행사 이미지와 색상</h2>
      <p className="muted">로고와 색상은 방문자 화면, 안내 메일, 현황판에 표시됩니다.</p>
      <EditConflictNotice text={face.conflict} />
      <div className="face__parts">
        {IMAGES.map((image) => (
          <ImagePicker
            key={image}
            image={image}
            url={face.urlOf(image)}
            problem={face.problems[image]}
            choose={face.choose}
            remove={face.remove}
          />
        ))}
        <div className="stack" data-gap="8">
          <div className="face__colour">
            <input
              type="color"
              className="face__swatch"
              aria-label="대표 색상 고르기"
              value={isColour(colour) ? colour.toLowerCase() : DEFAULT_ACCENT}
              onChange={(event) => setColour(event.target.value)}
            />
            <Field
              label="대표 색상"
              optional
              autoComplete="off"
              spellCheck={false}
              maxLength={7}
              placeholder={DEFAULT_ACCENT}
              {...field}
              defaultValue={undefined}
              value={colour}
              onChange={(event) => setColour(event.target.value)}
              hint={<ContrastNote colour={colour} />}
            />
          </div>
          {colour && (
            <div>
              <Button onClick={() => setColour('')}>색상 제거</Button>
            </div>
          )}
        </div>
      </div>
      <FacePreview
        eventName={eventName}
        colour={isColour(colour) && carriesWhite(colour.toLowerCase()) ? colour : null}
        logoUrl={face.urlOf('logo')}
      />
      <FormError text={form.error} />
      <div>
        <Button type="submit" kind={face.isChanged ? 'primary' : 'secondary'} pending={form.pending}>
          행사 이미지와 색상 저장
        </Button>
      </div>
    </form>
  )
}

function ContrastNote({ colour }: { colour: string }) {
  if (!isColour(colour)) return '흰 글자가 놓일 색상입니다. 비워두면 기본 색상을 사용합니다.'
  const found = contrastWithWhite(colour.toLowerCase())
  return `흰 글자와의 명암비 ${found.toFixed(1)}:1 · ${
    found >= CONTRAST_MIN ? '잘 보입니다.' : `${CONTRAST_MIN}:1보다 낮아 사용할 수 없습니다.`
  }`
}

type PreviewProps = { eventName: string; colour: string | null; logoUrl: string | null }

const FacePreview = ({ eventName, colour, logoUrl }: PreviewProps) => {
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
        <span className="strong face-preview__button" style={{ background: colour ?? DEFAULT_ACCENT }}>
          예약 보기
        </span>
      </div>
    </div>
  )
}
