import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { type TierFlags, turnVip, turnVvip } from '../../../domain/tier.ts'
import { withToast, failureText } from '../components/with-toast.ts'
import {
  CurrentChoice,
  EditConflictNotice,
  fieldsWithCurrent,
  useEditConflict,
} from '../components/edit-conflict.tsx'
import { Button, Field } from '../../ui/controls.tsx'
import { FormError, readForm, useForm, type Typed } from '../../ui/form/form.tsx'
import { useKey } from './use-key.ts'
import { refreshSchedule } from './refresh-schedule.ts'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import type { docentToBeTold } from '../../../contract/admin/places.ts'
import { toldText } from '../../../contract/admin/told.ts'
import { changedTexts, placeTextsOf } from '../../../domain/place-texts.ts'
import type { ReservationKind } from '../../../domain/reservation.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { useWriteKey } from '../../api/writes/retrying-call.ts'

type Options<Value> = Pick<Parameters<typeof useForm<Value>>[0], 'schema'>
type Place = TierFlags & Readonly<Record<string, string | number | boolean>> & { name: string }

type Props<Value, Item> = Options<Value> & {
  noun: string
  /** Undefined for a new place. */
  place?: Item
  telling?: Telling
  /** Undefined if deleted. */
  readLatest?: () => Promise<Item | undefined>
  send: (value: Value, expected: Item | undefined, idempotencyKey: string) => Promise<{ message: string }>
  onClose?: () => void
  /** Fields below the name. */
  children: (field: ReturnType<typeof fieldsWithCurrent>) => ReactNode
}

export function PlaceForm<Value, Item extends Place>({ place, ...props }: Props<Value, Item>) {
  // After a colleague's change the form can start over with the stored values.
  const [from, setFrom] = useState(place)
  return <Fields key={JSON.stringify(from)} {...props} {...(from && { place: from })} onStartOver={setFrom} />
}

type FieldsProps<Value, Item> = Props<Value, Item> & { onStartOver: (latest: Item) => void }

const NO_TIER: TierFlags = { is_vip: false, is_vvip: false }

function Fields<Value, Item extends Place>(props: FieldsProps<Value, Item>) {
  const { noun, place, telling, schema, send, onClose, children } = props
  const label = place ? `${place.name} 수정` : `${noun} 추가`
  const failed = `${noun} ${place ? '수정' : '추가'}에 실패했습니다.`
  // Takes the focus when the form opens and after an addition.
  const first = useRef<HTMLInputElement>(null)
  const edit = useEditConflict<Item | undefined>(place, props.readLatest ?? nothing)
  const { conflict, latest, changeOf } = edit
  const [typed, setTyped] = useState<Typed | null>(null)
  const keyOf = useWriteKey()
  const form = useForm<Value>({
    schema,
    initial: place,
    submit: async (value) => {
      const saved = await withToast(
        () => edit.attempt((expected) => send(value, expected, keyOf(value))),
        failed,
      )
      const refreshed = refreshSchedule()
      if (!saved) return
      if (onClose) {
        // Otherwise the row would briefly show its old values.
        await refreshed
        onClose()
      } else {
        // The next place may have the same texts.
        keyOf(null)
        form.props.ref.current?.reset()
        first.current?.focus()
      }
    },
    failed: (failure) => failureText(failure, failed),
  })
  useEffect(() => {
    if (onClose) first.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- Once, when it opens.
  }, [])
  useKey(form.props.ref, 'Escape', () => !form.pending && onClose?.())
  const input = (event: SyntheticEvent<HTMLFormElement>) => {
    form.props.onInput(event)
    setTyped(readForm(event.currentTarget))
  }
  const field = fieldsWithCurrent(form, changeOf)
  return (
    <form
      {...form.props}
      onInput={input}
      className={onClose ? 'stack' : 'card stack'}
      data-gap="12"
      aria-label={label}
    >
      {!onClose && <h3>{label}</h3>}
      <EditConflictNotice text={conflict} onStartOver={() => latest && props.onStartOver(latest)} />
      <div className="schedule__fields">
        <Field {...field('name')} label="이름" maxLength={50} autoComplete="off" ref={first} required />
        {children(field)}
      </div>
      {place && telling && (
        <ToldNote telling={telling} from={latest ?? place} typed={typed} schema={schema} />
      )}
      <FormError text={form.error} />
      <div className="row" data-spread data-wrap>
        <div>
          <TierFields flags={place ?? NO_TIER} />
          <CurrentChoice change={changeOf('tier')} />
        </div>
        <div className="schedule__buttons">
          {onClose && <Button onClick={onClose}>취소</Button>}
          <Button
            type="submit"
            kind={conflict === null ? 'primary' : 'danger'}
            pending={form.pending}
            pendingLabel={onClose ? '저장 중...' : '추가 중...'}
          >
            {onClose ? (conflict === null ? '저장' : '내 내용으로 저장') : '추가'}
          </Button>
        </div>
      </div>
    </form>
  )
}

const nothing = async () => undefined

function TierFields({ flags }: { flags: TierFlags }) {
  const turn = (rule: typeof turnVip, { form, checked }: HTMLInputElement) => {
    const { is_vip, is_vvip } = form!.elements as unknown as Record<keyof TierFlags, HTMLInputElement>
    const turned = rule({ is_vip: is_vip.checked, is_vvip: is_vvip.checked }, checked)
    is_vip.checked = turned.is_vip
    is_vvip.checked = turned.is_vvip
  }
  return (
    <fieldset className="row">
      <legend className="visually-hidden">등급</legend>
      <Checkbox
        name="is_vip"
        defaultChecked={flags.is_vip}
        onChange={({ currentTarget }) => turn(turnVip, currentTarget)}
      >
        VIP 전용
      </Checkbox>
      <Checkbox
        name="is_vvip"
        defaultChecked={flags.is_vvip}
        onChange={({ currentTarget }) => turn(turnVvip, currentTarget)}
      >
        VVIP 전용
      </Checkbox>
    </fieldset>
  )
}

type Telling = {
  kind: ReservationKind
  id: number
  count: typeof docentToBeTold
}

type Facts = Readonly<Record<string, unknown>>
type ToldNoteProps = {
  telling: Telling
  from: Facts
  /** Typed so far, valid or not. */
  typed: Typed | null
  schema: { safeParse(typed: unknown): { success: boolean; data?: unknown } }
}

function ToldNote({ telling, from, typed, schema }: ToldNoteProps) {
  const { kind } = telling
  const parsed = schema.safeParse(typed)
  const textsOf = (facts: unknown) => placeTextsOf(kind, facts as Facts)
  const changes = parsed.success ? changedTexts(kind, textsOf(from), textsOf(parsed.data)) : []
  return (
    <div className="schedule__told" role="status">
      {changes.length > 0 && <Count {...telling} />}
    </div>
  )
}

function Count({ id, count }: Telling) {
  const { data, isError } = usePolled(count, { params: { id } })
  if (data && data.reservations > 0)
    return (
      <p className="note schedule__warning">
        저장하면 회원의 예약내역이 새 내용으로 바뀌고, 변경 안내 메일이 발송됩니다.{' '}
        <strong>{`알림 메일을 받는 ${toldText(data)}`}</strong>
      </p>
    )
  if (data) return <p className="muted">변경을 메일로 알릴 예약이 없습니다.</p>
  if (isError)
    return (
      <p className="note schedule__warning">
        알림 메일을 받을 회원 수를 확인하지 못했습니다. 저장하면 해당 회원에게 메일로 알립니다.
      </p>
    )
  return <p className="muted">알림 메일을 받을 회원을 확인하고 있습니다.</p>
}
