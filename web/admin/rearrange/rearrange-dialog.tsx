import { useRef, useState } from 'react'
import { rearrangeReservations } from '../../../contract/admin/rearrange.ts'
import { countEventDates, listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { listDocentsAsAdmin, listRoomsAsAdmin } from '../../../contract/admin/place-lists.ts'
import { listSlotTimes } from '../../../contract/admin/slots.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { ApiError } from '../../api/client.ts'
import { refresh, useRead } from '../../api/reads/use-read.ts'
import { openRequest, UnansweredError } from '../../api/writes/retrying-call.ts'
import { now } from '../../browser/clock.ts'
import { Button } from '../../ui/controls.tsx'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useForm } from '../../ui/form/form.tsx'
import { EmptyState, Skeletons } from '../../ui/page.tsx'
import { adminToast } from '../../ui/toast.ts'
import { FormDialog } from '../components/form-dialog.tsx'
import { LoadState, useReads } from '../components/load-state.tsx'
import { ReasonField } from '../components/reason-field.tsx'
import { useQueryParams } from '../components/use-query-params.ts'
import { CHANGE_UNANSWERED, failureText } from '../components/with-toast.ts'
import { refreshReservations } from '../reservation-dialog/reservation-cache.ts'
import { ChangeFields, type Choices } from './change-fields.tsx'
import { Outcomes } from './outcomes.tsx'
import { actionText, bodyOf, isCancelling, REASONS, wantedOf, type Wanted } from './wanted.ts'
import './rearrange.css'

const NOT_ASKED = { change: '', docent: '', room: '', from: '', to: '' }
const TITLE = '오늘의 변경'
const FAILED = '예약을 변경하지 못했습니다.'

/** Open while the URL has `change`; the other parameters prefill the form. */
export default function RearrangeDialog() {
  const { values, change } = useQueryParams()
  const [asked] = useState(String(values))
  const [at] = useState(now)
  const onClose = () => change(NOT_ASKED, { replace: true })
  const reads = useReads(
    {
      dates: useRead(listEventDatesAsAdmin, {}),
      docents: useRead(listDocentsAsAdmin, {}),
      rooms: useRead(listRoomsAsAdmin, {}),
    },
    '일정을 불러오는데 실패했습니다.',
    { isBanner: true },
  )
  const { data } = reads
  const isOpen = (date: string) => date >= madridDate(at)
  const choices = data && {
    ...data,
    days: data.dates,
    dates: data.dates.map(({ date }) => date).filter(isOpen),
    at,
  }
  const first = choices && (wantedOf(asked, choices) ?? wantedOf('', choices))
  if (first) return <RearrangeForm {...{ first, choices, onClose }} />
  return (
    <Dialog title={TITLE} wide onClose={onClose} actions={<Button onClick={onClose}>닫기</Button>}>
      <LoadState reads={reads}>
        {() => (
          <EmptyState title="변경할 날짜가 없습니다.">
            오늘과 앞으로의 행사 날짜만 변경할 수 있습니다.
          </EmptyState>
        )}
      </LoadState>
    </Dialog>
  )
}

const presetOf = ({ change }: Wanted) => REASONS[change]

type FormProps = { first: Wanted; choices: Choices; onClose: () => void }

function RearrangeForm({ first, choices, onClose }: FormProps) {
  const [wanted, setWanted] = useState(first)
  const [preset, setPreset] = useState(presetOf(first))
  const [reason, setReason] = useState(preset)
  const [changed, setChanged] = useState(0)
  const [isUnanswered, setUnanswered] = useState(false)
  const target = useRef<HTMLSelectElement>(null)
  const body = bodyOf(wanted)
  const preview = useRead(
    rearrangeReservations,
    { body: { ...(body ?? { scope: { date: wanted.date }, act: 'cancel' }), dry_run: true } },
    // Keep the body after a lost response, so that a retry has the same idempotency key.
    { enabled: body !== null && !isUnanswered, keepPrevious: true },
  )
  const reads = useReads({ preview }, '예상 결과를 확인하지 못했습니다.', { isBanner: true })
  const results = preview.data?.results ?? []
  const isRefused = preview.data?.refusal != null
  const possible = isRefused ? 0 : results.filter(({ outcome }) => outcome === 'ok').length
  const action = body && preview.data && !isRefused ? actionText(body, results.length, possible) : undefined

  const succeed = (answer: ResponseOf<typeof rearrangeReservations>) => {
    adminToast.success(answer.message)
    void refreshReservations()
    void refresh(countEventDates, listSlotTimes)
    if (answer.changed_ids.length === answer.results.length) return onClose()
    setChanged(changed + answer.changed_ids.length)
    void preview.refetch()
    // The button has changed; what comes next is another target.
    target.current?.focus()
  }
  const form = useForm({
    schema: rearrangeReservations.body!,
    complete: ({ notify }) => ({
      ...body,
      reason,
      notify,
      state: preview.data?.state,
      reservation_ids: results.map(({ id }) => id),
      only_possible: possible < results.length,
    }),
    // The times have no name.
    check: (): Record<string, string> =>
      form.props.ref.current?.querySelector(':invalid') ? { time: '시간을 끝까지 입력해주세요.' } : {},
    submit: async (sent) => {
      if (action === undefined || preview.isFetching) return
      try {
        succeed(await openRequest(rearrangeReservations, { body: sent }).send())
        setUnanswered(false)
      } catch (failure) {
        setUnanswered(failure instanceof UnansweredError)
        if (failure instanceof ApiError && failure.status === 409) void preview.refetch()
        throw failure
      }
    },
    failed: (failure) =>
      failure instanceof UnansweredError ? CHANGE_UNANSWERED : failureText(failure, FAILED),
  })
  return (
    <FormDialog
      title={TITLE}
      wide
      form={form}
      action={action ?? '변경'}
      kind={isCancelling(wanted) ? 'danger' : 'primary'}
      disabled={action === undefined || preview.isFetching}
      onClose={onClose}
    >
      <ChangeFields
        {...{ wanted, choices, target }}
        onChange={(next) => {
          setUnanswered(false)
          setWanted(next)
          if (reason !== preset) return
          setPreset(presetOf(next))
          setReason(presetOf(next))
        }}
      />
      <p className="live note" data-tone="approved" role="status">
        {changed > 0 &&
          `${changed.toLocaleString('ko')}건을 변경했습니다. 남은 예약은 다른 ${wanted.change === 'date' ? '날짜를' : '곳을'} 고르거나 취소를 선택해주세요.`}
      </p>
      {body && (
        <>
          <LoadState reads={reads} skeleton={<Skeletons count={3} shape="cell" />}>
            {({ preview: shown }) => (
              <div className="stack" data-gap="8" aria-busy={preview.isPlaceholderData}>
                <Outcomes preview={shown} isCancelling={isCancelling(wanted)} />
              </div>
            )}
          </LoadState>
          <ReasonField
            key={preset}
            action="cancel"
            label={isCancelling(wanted) ? undefined : '변경 사유'}
            presets={[REASONS[wanted.change]]}
            field={{ ...form.field('reason'), defaultValue: preset }}
            hint="입력한 사유는 모든 신청자에게 이메일로 전달됩니다."
            reason={reason}
            onReason={setReason}
          />
          <Checkbox name="notify" defaultChecked>
            안내 메일 보내기
          </Checkbox>
        </>
      )}
    </FormDialog>
  )
}
