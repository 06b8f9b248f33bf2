import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import type { SettingsSection } from '../../../contract/admin/event-settings.ts'
import { fieldChanges, fieldChangesText } from '../../../contract/text/field-changes.ts'
import { call } from '../../api/client.ts'
import { patchCache, useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/controls.tsx'
import { FormError, useForm, type Typed } from '../../ui/form/form.tsx'
import { adminToast } from '../../ui/toast.ts'
import { EditConflictNotice, fieldsWithCurrent, useEditConflict } from '../components/edit-conflict.tsx'
import { CardSkeletons, LoadState, useReads } from '../components/load-state.tsx'
import { saySaved } from '../components/say-saved.ts'
import { sayFailure } from '../components/with-toast.ts'

export type Parts<Shown> = {
  from: Shown
  stored: Shown
  changeOf: ReturnType<typeof useEditConflict>['changeOf']
  field: ReturnType<typeof fieldsWithCurrent>
}

type Props<Shown extends object> = {
  section: SettingsSection<Shown>
  /** With its particle, as in 처리 사유를. */
  object: string
  /** For the button and failures. */
  name: string
  action?: string
  title?: string
  intro?: ReactNode
  cards?: number
  poll?: number
  kind?: 'primary' | 'secondary'
  complete?: (typed: Typed, from: Shown) => unknown
  onSaved?: () => Promise<void>
  beside?: ComponentType<{ from: Shown }>
  children: (parts: Parts<Shown>) => ReactNode
}

export const wholeNumber = (min: number, max: number) =>
  ({ type: 'number', inputMode: 'numeric', min, max, required: true }) as const

/** Keeps its initial values until it is saved or started over. */
export function SettingsForm<Shown extends object>(props: Props<Shown>) {
  const { section, object, cards = 1, poll = 0 } = props
  const settings = useRead(section.get, {}, { poll })
  const reads = useReads({ settings }, `${object} 불러오는데 실패했습니다.`, { isBanner: true })
  return (
    <div className="stack">
      <LoadState reads={reads} skeleton={<CardSkeletons count={cards} />}>
        {({ settings }) => <KeptForm {...props} stored={settings} />}
      </LoadState>
    </div>
  )
}

function KeptForm<Shown extends object>(props: Props<Shown> & { stored: Shown }) {
  const [{ from, round }, setRound] = useState({ from: props.stored, round: 0 })
  return (
    <Form
      {...props}
      key={round}
      from={from}
      isAnew={round > 0}
      begin={(latest) => setRound({ from: latest, round: round + 1 })}
      goOn={(saved) => setRound({ from: saved, round })}
    />
  )
}

type FormProps<Shown extends object> = Props<Shown> & {
  from: Shown
  stored: Shown
  isAnew: boolean
  begin: (latest: Shown) => void
  goOn: (saved: Shown) => void
}

function Form<Shown extends object>({
  section,
  from,
  stored,
  isAnew,
  begin,
  goOn,
  ...props
}: FormProps<Shown>) {
  const { name, action = `${name} 저장`, kind = 'primary', complete, beside: Beside } = props
  const keep = (settings: Shown) => patchCache(section.get, () => settings)
  const readLatest = async () => {
    const latest = await call(section.get, {})
    await keep(latest)
    return latest
  }
  const chosen = (settings: Shown) =>
    Object.fromEntries(section.names.map((field) => [field, settings[field]])) as Record<string, unknown>
  const { conflict, latest, changeOf, attempt } = useEditConflict(from, readLatest)
  const form = useForm({
    schema: section.change.body!,
    initial: from,
    ...(complete && { complete: (typed: Typed) => complete(typed, from) }),
    submit: async (body) => {
      // Shows texts as they are sent, such as trimmed. After the answer more may have been typed.
      for (const field of form.props.ref.current!.elements as Iterable<HTMLInputElement>)
        if (/text|email/.test(field.type)) field.value = (body as Record<string, string>)[field.name]!
      const saved = await attempt((made) =>
        call(section.change, { body: { ...body, expected: chosen(made) } }),
      )
      if (!saved) return
      await keep(saved.settings)
      saySaved(form.props.ref.current)
      goOn(saved.settings)
      adminToast.success(saved.message)
      await props.onSaved?.()
    },
    failed: (failure) => sayFailure(failure, `${name} 저장에 실패했습니다.`),
  })
  const element = form.props.ref
  useEffect(() => {
    // The button that started it over is gone.
    if (isAnew) element.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [element, isAnew])
  return (
    <form {...form.props} className="card stack" aria-label={props.title}>
      {props.title && <h2>{props.title}</h2>}
      {props.intro}
      <EditConflictNotice text={conflict} onStartOver={() => latest && begin(latest)} />
      {props.children({ from, stored, changeOf, field: fieldsWithCurrent(form, changeOf) })}
      <FormError text={form.error} />
      {conflict === null && (
        <ChangedNotice from={chosen(from)} stored={chosen(stored)} onStartOver={() => begin(stored)} />
      )}
      <div className="row" data-wrap>
        <Button type="submit" kind={conflict === null ? kind : 'danger'} pending={form.pending}>
          {conflict === null ? action : '내 내용으로 저장'}
        </Button>
        {Beside && <Beside from={from} />}
      </div>
    </form>
  )
}

type ChangedProps = { from: object; stored: object; onStartOver: () => void }

/** Announces a colleague's change before a save finds the conflict. */
function ChangedNotice({ from, stored, onStartOver }: ChangedProps) {
  const changes = fieldChanges(from, stored)
  if (changes.length === 0) return null
  return (
    <div className="caution stack" data-gap="8" role="alert">
      <p>{`다른 관리자가 설정을 변경했습니다: ${fieldChangesText(changes)}`}</p>
      <div>
        <Button size="small" onClick={onStartOver}>
          최신 내용 불러오기
        </Button>
      </div>
    </div>
  )
}
