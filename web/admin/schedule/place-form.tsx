import { useEffect, useRef, useState, type ReactNode, type RefObject, type SyntheticEvent } from 'react'
import type { TierFlags } from '../../../domain/tier.ts'
import { withToast, failureText } from '../components/with-toast.ts'
import {
  CurrentChoice,
  EditConflictNotice,
  fieldsWithCurrent,
  useEditConflict,
} from '../components/edit-conflict.tsx'
import { TierFields } from '../components/tier-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError, readForm, useForm, type Typed } from '../../ui/form/form.tsx'
import { useKey } from './use-key.ts'
import { refreshSchedule } from './refresh-schedule.ts'
import { ToldNote, type Telling } from './told-note.tsx'

type Options<Value> = Pick<Parameters<typeof useForm<Value>>[0], 'schema'>
type Place = TierFlags & Readonly<Record<string, string | number | boolean>>

type Props<Value, Item> = Options<Value> & {
  label: string
  /** Undefined for a new place. */
  place?: Item
  telling?: Telling
  /** Undefined if deleted. */
  readLatest?: () => Promise<Item | undefined>
  send: (value: Value, expected: Item | undefined) => Promise<{ message: string }>
  failed: string
  onClose?: () => void
  /** `first` takes the focus when the form opens and after an addition. */
  renderFields: (
    field: ReturnType<typeof fieldsWithCurrent>,
    first: RefObject<HTMLInputElement | null>,
  ) => ReactNode
}

export function PlaceForm<Value, Item extends Place>({ place, ...props }: Props<Value, Item>) {
  // After a colleague's change the form can start over with the stored values.
  const [from, setFrom] = useState(place)
  return <Fields key={JSON.stringify(from)} {...props} {...(from && { place: from })} onStartOver={setFrom} />
}

type FieldsProps<Value, Item> = Props<Value, Item> & { onStartOver: (latest: Item) => void }

const NO_TIER: TierFlags = { is_vip: false, is_vvip: false }

function Fields<Value, Item extends Place>(props: FieldsProps<Value, Item>) {
  const { label, place, telling, schema, send, failed, onClose, renderFields } = props
  const first = useRef<HTMLInputElement>(null)
  const edit = useEditConflict<Item | undefined>(place, props.readLatest ?? nothing)
  const { conflict, latest, changeOf } = edit
  const [typed, setTyped] = useState<Typed | null>(null)
  const form = useForm<Value>({
    schema,
    initial: textsOf(place),
    submit: async (value) => {
      const saved = await withToast(() => edit.attempt((expected) => send(value, expected)), failed)
      const refreshed = refreshSchedule()
      if (!saved) return
      if (onClose) {
        // Otherwise the row would briefly show its old values.
        await refreshed
        onClose()
      } else {
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
  const tier = changeOf('tier')
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
      <div className="schedule__fields">{renderFields(field, first)}</div>
      {place && telling && (
        <ToldNote telling={telling} from={latest ?? place} typed={typed} schema={schema} />
      )}
      <FormError text={form.error} />
      <div className="row" data-spread data-wrap>
        <div>
          <TierFields flags={place ?? NO_TIER} suffix="전용" />
          {tier && <CurrentChoice change={tier} />}
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

/** Without the tier's checkboxes. */
function textsOf(place: Place | undefined): Record<string, string | number> {
  const texts: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(place ?? {})) if (typeof value !== 'boolean') texts[name] = value
  return texts
}
