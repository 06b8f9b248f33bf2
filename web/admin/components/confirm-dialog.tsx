import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import type { DeletionTerms, Impact } from '../../../contract/admin/deletion.ts'
import { DELETE_WORD, isTyped, wordToType } from '../../../domain/deletion.ts'
import { ApiError } from '../../api/client.ts'
import { Button, Field } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Skeleton } from '../../ui/page.tsx'
import { useWriteKey } from '../../api/writes/retrying-call.ts'
import { lazy } from '../../shell/lazy.tsx'
import { rememberReason } from './last-reason.ts'
import { useDiscard } from './use-discard.tsx'
import './confirm-dialog.css'

const AffectedReservations = lazy(() => import('./affected-reservations.tsx'))

type Props = {
  title: string
  /** With its number: `3개 삭제`. The number of cancelled reservations is appended. */
  action: string
  kind?: 'danger' | 'primary'
  /** False while something that the question needs is loading. */
  isReady?: boolean
  /** Asks to type 삭제 even if no reservation is cancelled. */
  isEverything?: boolean
  /** To type instead of 삭제 if reservations are cancelled. */
  name?: string | undefined
  /** Offers to move the reservations first. */
  offersMove?: boolean
  readImpact?: () => Promise<Impact>
  reservations?: 'cancelled' | 'kept'
  /** Reports its own result. If it throws, the dialog stays open for another try under the same key. */
  onConfirm: (terms: DeletionTerms, idempotencyKey: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

const NOTHING: Impact = { reservation_ids: [] }

/** Confirming is blocked until the impact is known. */
export function ConfirmDialog({
  title,
  action,
  kind = 'danger',
  isReady = true,
  isEverything = false,
  name,
  offersMove = false,
  readImpact,
  reservations = 'cancelled',
  onConfirm,
  onClose,
  children,
}: Props) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { impact, hasFailed, isAsking, ask } = useImpact(readImpact)
  const keyOf = useWriteKey()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [pending, setPending] = useState(false)
  const discard = useDiscard(form, onClose)
  // A running action can't be stopped, so the dialog stays open.
  const close = () => !pending && discard.close()
  const affected = impact?.reservation_ids ?? []
  const cost = reservations === 'cancelled' ? affected.length : 0
  const word = wordToType({ live: cost, isEverything, name })
  const isBlocked = hasFailed || !isReady || (word !== null && !isTyped(typed, word))
  const confirm = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (pending || isAsking || isBlocked) return
    setPending(true)
    try {
      const terms = { reason: reason.trim() || undefined, reservation_ids: affected }
      await onConfirm(terms, keyOf(terms))
      rememberReason('cancel', reason.trim())
      onClose()
    } catch (failure) {
      setPending(false)
      if (!(failure instanceof ApiError && failure.code === 'changed_meanwhile')) return
      // Shows the new list, to be confirmed anew.
      setTyped('')
      ask()
    }
  }
  return (
    <>
      <Dialog
        title={title}
        kind="alert"
        onClose={close}
        actions={
          <div className="stack" data-gap="12">
            {word !== null && (
              <Field
                label={
                  <span>
                    계속하려면 “<b translate="no">{word}</b>
                    {`”${word === DELETE_WORD ? '를' : ' 그대로'} 입력해주세요.`}
                  </span>
                }
                // No name: an unsubmitted word is not worth the discard question.
                name=""
                form={formId}
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
            <div className="confirm-dialog__buttons">
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
            </div>
          </div>
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
              <div className="stack confirm-dialog__failed" data-gap="8">
                <p>영향을 받는 예약을 확인하지 못했습니다.</p>
                <Button size="small" onClick={ask}>
                  다시 시도
                </Button>
              </div>
            ) : impact ? (
              readImpact && <ImpactText count={affected.length} reservations={reservations} />
            ) : (
              <div>
                <p className="visually-hidden">영향을 받는 예약을 확인하는 중</p>
                <Skeleton />
              </div>
            )}
          </div>
          {affected.length > 0 && !hasFailed && (
            <AffectedReservations
              ids={affected}
              isCancelled={cost > 0}
              {...{ offersMove, reason }}
              onReason={setReason}
            />
          )}
        </form>
      </Dialog>
      {discard.question}
    </>
  )
}

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

function ImpactText({ count, reservations }: { count: number; reservations: 'cancelled' | 'kept' }) {
  const size = `${count.toLocaleString('ko')}건`
  const isCancelled = reservations === 'cancelled'
  if (count === 0) return <p>{`${isCancelled ? '취소되는' : '해당하는'} 예약은 없습니다.`}</p>
  return (
    <div className="confirm-dialog__impact" data-fate={reservations}>
      <p>
        <strong>{isCancelled ? `끝나지 않은 예약 ${size}이 취소됩니다.` : `유지되는 예약 ${size}`}</strong>
        {isCancelled && ' 신청자에게 이메일로 안내됩니다.'}
      </p>
    </div>
  )
}
