import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { TierFlags } from '../../../domain/tier.ts'
import { announce, failureText } from '../../admin-parts/announce.ts'
import { TierFields } from '../../admin-parts/tier-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { useKey } from '../../ui/key.ts'
import { refreshSchedule } from './refresh-schedule.ts'

type Options<Value> = Pick<Parameters<typeof useForm<Value>>[0], 'schema'>
type FieldOf = ReturnType<typeof useForm>['field']
type Place = TierFlags & Readonly<Record<string, string | number | boolean>>

type Props<Value> = Options<Value> & {
  /** What it is, for assistive technology. */
  label: string
  /** What is changed; without it one is added. */
  place?: Place
  send: (value: Value) => Promise<{ message: string }>
  failed: string
  /** The form of a change goes away: it is done or given up. */
  onClose?: () => void
  /** Its fields; `first` takes the focus when the form opens and after something was added. */
  renderFields: (field: FieldOf, first: RefObject<HTMLInputElement | null>) => ReactNode
}

const NO_TIER: TierFlags = { is_vip: false, is_vvip: false }

/** The form of a docent or a room, to add one or to change it in its row. */
export function PlaceForm<Value>({
  label,
  place,
  schema,
  send,
  failed,
  onClose,
  renderFields,
}: Props<Value>) {
  const first = useRef<HTMLInputElement>(null)
  const form = useForm<Value>({
    schema,
    initial: textsOf(place),
    submit: async (value) => {
      await announce(() => send(value), failed)
      const refreshed = refreshSchedule()
      if (onClose) {
        // Or the row would show for a moment what it was before.
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
  return (
    <form {...form.props} className={onClose ? 'stack' : 'card stack'} data-gap="12" aria-label={label}>
      {!onClose && <h3>{label}</h3>}
      <div className="schedule__fields">{renderFields(form.field, first)}</div>
      <FormError text={form.error} />
      <div className="row" data-spread data-wrap>
        <TierFields flags={place ?? NO_TIER} suffix="전용" />
        <div className="schedule__buttons">
          {onClose && <Button onClick={onClose}>취소</Button>}
          <Button
            type="submit"
            kind="primary"
            pending={form.pending}
            pendingLabel={onClose ? '저장 중...' : '추가 중...'}
          >
            {onClose ? '저장' : '추가'}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** What the fields hold at first; the boxes of the tier have their own way. */
function textsOf(place: Place | undefined): Record<string, string | number> {
  const texts: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(place ?? {})) if (typeof value !== 'boolean') texts[name] = value
  return texts
}
