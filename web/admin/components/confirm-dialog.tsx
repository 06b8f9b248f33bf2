import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import type { Impact } from '../../../contract/admin/deletion.ts'
import { MAX_LENGTH } from '../../../contract/field.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDiscard } from './use-discard.tsx'
import './confirm-dialog.css'

type Props = {
  title: string
  /** With its number: `3개 삭제`. The number of cancelled reservations is appended. */
  action: string
  kind?: 'danger' | 'primary'
  /** False while something that the question needs is loading. */
  isReady?: boolean
  /** Requires typing 삭제. */
  isEverything?: boolean
  readImpact?: () => Promise<Impact>
  reservations?: 'cancelled' | 'kept'
  /** Reports its own result. If it throws, the dialog stays open for another try. */
  onConfirm: (reason?: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

const NOTHING: Impact = { reservations: 0, member_count: 0, members: [] }
const WORD = '삭제'

/** Confirming is blocked until the impact is known. */
export function ConfirmDialog(props: Props) {
  const {
    title,
    action,
    kind = 'danger',
    isReady = true,
    isEverything = false,
    reservations = 'cancelled',
    onConfirm,
    onClose,
    children,
  } = props
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { impact, hasFailed, isAsking, ask } = useImpact(props.readImpact)
  const [word, setWord] = useState('')
  const [pending, setPending] = useState(false)
  const discard = useDiscard(form, onClose)
  // A running action can't be stopped, so the dialog stays open.
  const close = () => !pending && discard.close()
  const isBlocked = hasFailed || !isReady || (isEverything && word.trim() !== WORD)
  const confirm = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (pending || isAsking || isBlocked) return
    const reason = form.current?.elements.namedItem(REASON)
    setPending(true)
    try {
      await onConfirm((reason instanceof HTMLTextAreaElement && reason.value.trim()) || undefined)
      onClose()
    } catch {
      setPending(false)
    }
  }
  const cost = reservations === 'cancelled' && impact ? impact.reservations : 0
  return (
    <>
      <Dialog
        title={title}
        kind="alert"
        onClose={close}
        actions={
          <>
            <div className="confirm-dialog__close">
              <Button data-autofocus={kind === 'danger' || undefined} onClick={close}>
                닫기
              </Button>
            </div>
            <Button
              type="submit"
              form={formId}
              kind={kind}
              data-autofocus={kind === 'primary' || undefined}
              pending={pending || isAsking}
              disabled={isBlocked}
            >
              <span>
                <span>{action}</span>
                {cost > 0 && (
                  <>
                    <span>,</span>{' '}
                    <span className="confirm-dialog__cost">{`예약 ${cost.toLocaleString('ko')}건 취소`}</span>
                  </>
                )}
              </span>
            </Button>
          </>
        }
      >
        <form
          ref={form}
          id={formId}
          className="stack"
          data-gap="12"
          onSubmit={(event) => void confirm(event)}
        >
          {children}
          <div role="status">
            {hasFailed ? (
              <div className="confirm-dialog__failed">
                <p>영향을 받는 예약을 확인하지 못했습니다.</p>
                <Button size="small" onClick={ask}>
                  다시 시도
                </Button>
              </div>
            ) : impact ? (
              props.readImpact && <ImpactText impact={impact} reservations={reservations} />
            ) : (
              <div>
                <p className="visually-hidden">영향을 받는 예약을 확인하는 중</p>
                <Skeleton />
              </div>
            )}
          </div>
          {impact && !hasFailed && <AllMembers {...impact} />}
          {cost > 0 && <ReasonField />}
          {isEverything && (
            <Field
              label={`계속하려면 “${WORD}”를 입력해주세요.`}
              // No name: an unsubmitted word is not worth the discard question.
              name=""
              autoComplete="off"
              value={word}
              onChange={(event) => setWord(event.target.value)}
            />
          )}
        </form>
      </Dialog>
      {discard.question}
    </>
  )
}

const REASON = 'reason'

const ReasonField = () => (
  <TextField
    label="취소 사유"
    name={REASON}
    optional
    rows={2}
    maxLength={MAX_LENGTH.reason}
    hint="취소되는 예약의 신청자에게 이메일로 전달됩니다. 비워 두면 기본 안내를 보냅니다."
  />
)

function useImpact(readImpact: Props['readImpact']) {
  const id = useId()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['impact', id],
    queryFn: readImpact ?? (async () => NOTHING),
    initialData: readImpact ? undefined : NOTHING,
    // Always read anew, and fail at once: an administrator is waiting.
    staleTime: readImpact ? 0 : Infinity,
    gcTime: 0,
    retry: false,
  })
  return {
    impact: data,
    hasFailed: isError && !isFetching,
    isAsking: isFetching,
    ask: () => void refetch(),
  }
}

function ImpactText({ impact, reservations }: { impact: Impact; reservations: 'cancelled' | 'kept' }) {
  const count = `${impact.reservations.toLocaleString('ko')}건`
  if (impact.reservations === 0)
    return reservations === 'cancelled' ? <p>취소되는 예약은 없습니다.</p> : <p>해당하는 예약은 없습니다.</p>
  return (
    <div className="confirm-dialog__impact" data-fate={reservations}>
      {reservations === 'cancelled' ? (
        <p>
          <strong>{`끝나지 않은 예약 ${count}이 취소됩니다.`}</strong> 신청자에게 이메일로 안내됩니다.
        </p>
      ) : (
        <p>
          <strong>{`유지되는 예약 ${count}`}</strong>
        </p>
      )}
      <p className="small">{namesOf(impact)}</p>
    </div>
  )
}

const NAMED = 3

const nameOf = ({ name, company_name }: Impact['members'][number]) => `${name} (${company_name})`

function namesOf({ members, member_count }: Impact): string {
  const named = members.slice(0, NAMED).map(nameOf)
  const others = member_count - named.length
  return [...named, ...(others > 0 ? [`외 ${others.toLocaleString('ko')}명`] : [])].join(', ')
}

const AllMembers = ({ members, member_count }: Impact) =>
  members.length > NAMED && (
    <details className="confirm-dialog__members">
      <summary>{`해당 회원 ${member_count.toLocaleString('ko')}명 ${members.length < member_count ? `중 ${members.length.toLocaleString('ko')}명` : '모두'} 보기`}</summary>
      {/* Scrollable without focusable content, so the list itself takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className="confirm-dialog__names" tabIndex={0} aria-label="해당 회원">
        {members.map((member) => (
          <li key={member.id} translate="no">
            {nameOf(member)}
          </li>
        ))}
      </ul>
    </details>
  )
