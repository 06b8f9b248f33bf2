import { useEffect, useRef, type ReactNode, useState } from 'react'
import { type FieldChange, fieldChanges } from '../../../contract/text/field-changes.ts'
import { Button } from '../../ui/controls.tsx'
import { FormError, type useForm } from '../../ui/form/form.tsx'
import './edit-conflict.css'
import { ApiError } from '../../api/client.ts'

type NoticeProps = {
  text: string | null
  advice?: string
  onStartOver?: (() => void) | undefined
  children?: ReactNode
}

const ADVICE = '입력한 내용은 그대로 있습니다. 현재 값을 확인한 뒤 저장하면 입력한 내용으로 바뀝니다.'

/** The form keeps its input; saving again overwrites the colleague's change. */
export function EditConflictNotice({ text, advice = ADVICE, onStartOver, children }: NoticeProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Away from the button that would now overwrite the colleague's change.
    if (text !== null) ref.current?.focus()
  }, [text])
  return (
    <div className="edit-conflict__conflict" ref={ref} tabIndex={-1}>
      <FormError text={text}>
        <p className="plain">{advice}</p>
        {onStartOver && (
          <div>
            <Button size="small" onClick={onStartOver}>
              최신 내용으로 다시 작성
            </Button>
          </div>
        )}
        {children}
      </FormError>
    </div>
  )
}

type ChangeOf = ReturnType<typeof useEditConflict>['changeOf']
type CurrentProps = {
  form: Pick<ReturnType<typeof useForm>, 'props'>
  change: FieldChange
  unit?: string | undefined
}

/** The value that a colleague stored since the form was filled. */
export function CurrentValue({ form, change: { field: name, value }, unit = '' }: CurrentProps) {
  const take = () => {
    const field = form.props.ref.current?.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
  return (
    <span className="row edit-conflict__current" data-wrap>
      <span>
        현재 값: <strong>{value === '' ? '없음' : `${value}${unit}`}</strong>
      </span>
      <button type="button" className="strong edit-conflict__take" onClick={take}>
        현재 값 사용
      </button>
    </span>
  )
}

export const fieldsWithCurrent =
  ({ props, field }: Pick<ReturnType<typeof useForm>, 'props' | 'field'>, changeOf: ChangeOf) =>
  (name: string, unit?: string, hint?: ReactNode) => {
    const change = changeOf(name)
    return {
      ...field(name),
      hint: change ? <CurrentValue form={{ props }} change={change} unit={unit} /> : hint,
    }
  }

export const CurrentChoice = ({ change }: { change: FieldChange | undefined }) =>
  change && (
    <p className="row edit-conflict__current small" data-wrap>
      <span>
        현재 값: <strong>{change.after}</strong>
      </span>
    </p>
  )

/**
 * Detects edits by colleagues: a save sends the values that the form was filled from. After a conflict the next
 * save overwrites the latest values, which are shown by then.
 */
export function useEditConflict<Thing extends object | undefined>(
  from: Thing,
  readLatest: () => Promise<Thing | undefined>,
  shown = from,
) {
  const [conflict, setConflict] = useState<{ text: string; latest: NonNullable<Thing> } | null>(null)

  /** Answers null on a conflict, which is then shown; throws other failures. */
  const attempt = async <Answer,>(send: (expected: Thing) => Promise<Answer>): Promise<Answer | null> => {
    try {
      const answer = await send(conflict?.latest ?? from)
      setConflict(null)
      return answer
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.code === 'changed_meanwhile')) throw failure
      const latest = await readLatest()
      if (!latest) throw failure
      setConflict({ text: failure.text, latest })
      return null
    }
  }
  const stored = conflict?.latest ?? shown
  const changes = from && stored ? fieldChanges(from, stored) : []
  return {
    conflict: conflict?.text ?? null,
    latest: conflict?.latest ?? null,
    changeOf: (field: string): FieldChange | undefined => changes.find((change) => change.field === field),
    attempt,
  }
}
