import { useEffect, useEffectEvent, useId, useState, type SyntheticEvent } from 'react'
import { WALK_IN_TEXT } from '../../../contract/text/applicant-text.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { hasTierFor } from '../../../domain/tier.ts'
import { TierBadge } from '../../components/tier.tsx'
import { VisitorFields } from '../../components/visitor-fields.tsx'
import { useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormError } from '../../ui/form/form.tsx'
import { FreeTimeFields } from '../components/free-time/free-time-fields.tsx'
import { OverruleField } from '../components/free-time/overrule-field.tsx'
import { DiscardQuestion } from '../components/use-discard.tsx'
import { MemberPicker } from './member-picker.tsx'
import './walk-in.css'
import { NewMemberFields } from './new-member-fields.tsx'
import { useWalkInForm, useWalkInTime, type Comer, type Known } from './use-walk-in-form.ts'
import type { Place } from '../components/place.ts'
import { figures } from '../../ui/figures.ts'

type WalkInProps = Place & {
  date: string
  /** `HH:MM`; the next free time if taken. */
  time: string
  /** Chosen before. */
  member?: Known | undefined
  onClose: () => void
}

const OPTIONAL_FOR_GUESTS = ['visitor.phone', 'visitor.title', 'visitor.manager_name']
const WHO = { new: '새 회원은', guest: '현장 방문자는', member: '선택한 회원은' }

/** Approved at once. */
export default function WalkInDialog(props: WalkInProps) {
  const { kind, place, member = null, onClose } = props
  const formId = useId()
  const [comer, setComer] = useState<Comer>(member)
  // Chosen before, or a new visitor who turned out to be a member.
  const [found, setFound] = useState({ member, serial: 0 })
  // The search that found no member; null before.
  const [searched, setSearched] = useState<string | null>(null)
  const [isTyped, setTyped] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const time = useWalkInTime(props, useNow(60_000))
  const { form, prefill, flags } = useWalkInForm(props, comer, time)
  const prefillOnce = useEffectEvent(() => member && prefill(member))
  useEffect(() => void prefillOnce(), [])
  const leave = () => {
    // A running booking can't be stopped, and its result must be shown.
    if (form.pending) return
    if (isTyped || comer) setLeaving(true)
    else onClose()
  }
  const input = (event: SyntheticEvent) => {
    form.props.onInput(event)
    setTyped(true)
  }
  const pick = (picked: Known | null) => {
    setComer(picked)
    if (picked) prefill(picked)
  }
  const begin = (text: string) => {
    setComer('new')
    setSearched(text)
  }
  const beginGuest = (text: string) => {
    setComer('guest')
    // A name, neither a phone nor an address.
    if (!/[\d@]/.test(text)) prefill({ name: text, company_name: '', phone: '' })
  }
  const visitorField = (name: string) => ({
    ...form.field(name),
    ...(comer === 'guest' && OPTIONAL_FOR_GUESTS.includes(name) && { optional: true }),
  })
  const takeKnown = (known: Known) => {
    setFound({ member: known, serial: found.serial + 1 })
    pick(known)
  }
  const { name, error } = form.field(kind === 'room' ? 'time_slots' : 'available_tour_id')
  return (
    <>
      <Dialog
        title="현장 예약"
        wide
        onClose={leave}
        actions={
          <>
            <Button onClick={leave}>닫기</Button>
            <Button
              type="submit"
              form={formId}
              kind="primary"
              pending={form.pending}
              disabled={time.state !== 'free'}
            >
              예약 등록
            </Button>
          </>
        }
      >
        <form {...form.props} onInput={input} id={formId} className="stack" aria-label="현장 예약 정보">
          <Where {...props} />
          <FreeTimeFields time={time} isRoom={kind === 'room'} name={name} error={error} />
          <div hidden={comer === 'new' || comer === 'guest'}>
            <MemberPicker
              key={found.serial}
              initial={found.member}
              name="user_id"
              error={form.field('user_id').error}
              onPick={pick}
              onNew={begin}
              onGuest={beginGuest}
            />
          </div>
          {comer === 'guest' && (
            <div className="row" data-spread data-wrap>
              <p>
                <span className="strong">{WALK_IN_TEXT}</span>{' '}
                <span>이름과 회사명만 입력하면 됩니다. 메일은 보내지 않습니다.</span>
              </p>
              <Button size="small" onClick={() => setComer(null)}>
                가입된 회원에서 선택
              </Button>
            </div>
          )}
          {searched !== null && (
            <NewMemberFields
              field={form.field}
              searched={searched}
              isShown={comer === 'new'}
              onTyped={prefill}
              onKnown={takeKnown}
              onBack={() => setComer(null)}
            />
          )}
          {flags && !hasTierFor(flags, place) && (
            <OverruleField
              who={WHO[comer === 'new' || comer === 'guest' ? comer : 'member']}
              member={flags}
              place={place}
              error={form.field('overrule_tier').error}
            />
          )}
          <fieldset className="free-time__fields walk-in__visitor">
            <legend className="strong">방문자</legend>
            <VisitorFields field={visitorField} room={kind === 'room' ? place : null} isOwn={false} />
          </fieldset>
          <FormError text={form.error} />
        </form>
      </Dialog>
      {isLeaving && <DiscardQuestion onDiscard={onClose} onKeep={() => setLeaving(false)} />}
    </>
  )
}

const Where = ({ kind, place, date }: WalkInProps) => (
  <p>
    <span {...figures('muted')}>{koreanDate(date)}</span>
    <br />
    <span className="row" data-wrap>
      <TierBadge of={place} />
      <span {...figures('strong')}>{place.name}</span>
      <span className="muted">
        {kind === 'tour'
          ? `${place.language} · ${place.start_point}`
          : `${place.floor}층 · 정원 ${place.size}명`}
      </span>
    </span>
  </p>
)
