import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { MAX_LENGTH } from '../../../contract/field.ts'
import { reasonSettings } from '../../../contract/admin/settings.ts'
import { TRANSITIONS, type AdminAction } from '../../../domain/reservation.ts'
import { offeredReasons, presetsOf, withPreset } from '../../../domain/reason-presets.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { isComposing } from '../../browser/is-composing.ts'
import { TextField } from '../../ui/form/form.tsx'
import { lastReason } from './last-reason.ts'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { figures } from '../../ui/figures.ts'
import './reason-field.css'

const REASON_LABEL: { [A in AdminAction]?: string } = { reject: '거절 사유', cancel: '취소 사유' }
const PRESETS = { reject: 'reject_reasons', cancel: 'cancel_reasons' } as const

type Props = {
  action: AdminAction
  field: { name: string; defaultValue?: string | number | undefined; error: ReactNode }
  hint: ReactNode
  reason: string
  onReason: (text: string) => void
  isOptional?: boolean
  label?: string | undefined
  /** Instead of those of the settings. */
  presets?: readonly string[] | undefined
}

/** Ctrl+Enter or Cmd+Enter submits the form. */
export function ReasonField(props: Props) {
  const { action, field, hint, reason, onReason, isOptional = false, label = REASON_LABEL[action] } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const needsReason = TRANSITIONS[action].needsReason && !isOptional
  const send = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  const take = (text: string) => {
    area.current!.value = text
    onReason(text)
    area.current!.focus()
  }
  return (
    <div className="stack" data-gap="8">
      <TextField
        {...field}
        ref={area}
        label={label ?? '사유'}
        optional={!needsReason}
        required={needsReason}
        hint={
          <span className="row" data-spread>
            <span>
              <span>{hint}</span> <span className="reason-field__key">Ctrl+Enter로 보내기</span>
            </span>
            <span {...figures('reason-field__count')}>
              {reason.length}/{MAX_LENGTH.reason}
            </span>
          </span>
        }
        maxLength={MAX_LENGTH.reason}
        rows={3}
        data-autofocus
        onInput={(event) => onReason(event.currentTarget.value)}
        onKeyDown={send}
      />
      {(action === 'reject' || action === 'cancel') && (
        <Presets action={action} own={props.presets} reason={reason} onTake={take} />
      )}
    </div>
  )
}

type PresetsProps = {
  action: 'reject' | 'cancel'
  own: readonly string[] | undefined
  reason: string
  onTake: (text: string) => void
}

function Presets({ action, own, reason, onTake }: PresetsProps) {
  const { data } = useRead(reasonSettings.get, {}, { enabled: !own })
  const [last] = useState(() => lastReason(action))
  const offered = own ?? offeredReasons(presetsOf(data?.[PRESETS[action]] ?? ''), last)
  if (offered.length === 0) return null
  return (
    <ul className="stack" data-gap="4" aria-label="자주 쓰는 사유">
      {offered.map((preset) => (
        <li key={preset}>
          <button
            type="button"
            className="small reason-field__preset"
            aria-pressed={reason.trim() === preset}
            onClick={() => onTake(withPreset(reason, preset, offered))}
          >
            {preset === last && <span className="muted strong">최근 사유</span>} <span>{preset}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

export const NotifyBox = () => (
  <div>
    <Checkbox name="notify">신청자에게 메일로 알리기</Checkbox>
    <p className="muted small">이미 지난 시간의 신청이라, 선택하지 않으면 메일을 보내지 않습니다.</p>
  </div>
)
