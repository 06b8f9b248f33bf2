import { useState } from 'react'
import { beginNextEvent, type NextEvent } from '../../../../contract/admin/next-event.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { koreanDate, shortKoreanDates } from '../../../../domain/madrid-time.ts'
import { call } from '../../../api/client.ts'
import { confirmed, failureText, sayFailure } from '../../components/with-toast.ts'
import { queryClient } from '../../../api/reads/use-read.ts'
import { Button, Field } from '../../../ui/controls.tsx'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { FormError, useForm } from '../../../ui/form/form.tsx'
import { adminToast } from '../../../ui/toast.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { amount, amountsText } from '../amounts-text.ts'
import { CLOSING_TIMEOUT_MS, type Closing } from './closing.ts'
import { figures } from '../../../ui/figures.ts'

const FAILED = '다음 행사를 시작하지 못했습니다.'

type Wanted = BodyOf<typeof beginNextEvent>

const begin = (body: Wanted) =>
  confirmed(() => call(beginNextEvent, { body }, { timeoutMs: CLOSING_TIMEOUT_MS }))

type Checked = { wanted: Wanted; next: NextEvent }

/** A dry run shows the result before it asks for confirmation. */
export function NextEventDialog({ closing, onClose }: { closing: Closing; onClose: () => void }) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [isAsking, setAsking] = useState(false)
  if (checked && isAsking) return <Begin {...checked} onBack={() => setAsking(false)} onClose={onClose} />
  return (
    <NextEventForm
      closing={closing}
      initial={
        checked?.wanted ?? {
          event_name: closing.event_name,
          first_date: '',
          keep_docents: true,
          keep_rooms: true,
          keep_times: true,
          keep_members: false,
        }
      }
      onChecked={(found) => {
        setChecked(found)
        setAsking(true)
      }}
      onClose={onClose}
    />
  )
}

const KEPT = {
  keep_docents: '도슨트',
  keep_rooms: '미팅룸과 현황판 화면',
  keep_times: '날짜별 시간 (남긴 도슨트와 미팅룸)',
  keep_members: '회원과 등급',
} as const

type FormProps = {
  closing: Closing
  initial: Wanted
  onChecked: (found: Checked) => void
  onClose: () => void
}

function NextEventForm({ closing, initial, onChecked, onClose }: FormProps) {
  const [kept, setKept] = useState(initial)
  const form = useForm({
    schema: beginNextEvent.body!,
    initial,
    complete: (typed) => ({ ...kept, ...typed, dry_run: true }),
    submit: async (wanted) => {
      onChecked({ wanted, next: await begin(wanted) })
    },
    failed: (failure) => failureText(failure, '확인에 실패했습니다.'),
  })
  return (
    <FormDialog title="다음 행사 준비" action="확인하기" form={form} onClose={onClose}>
      <Field label="행사 이름" required maxLength={100} autoComplete="off" {...form.field('event_name')} />
      <Field
        label="첫날"
        type="date"
        required
        {...form.field('first_date')}
        hint="다른 날짜는 이번 행사와 같은 간격으로 옮겨집니다."
      />
      <fieldset className="start__choices">
        <legend className="strong">이어받을 내용</legend>
        {Object.entries(KEPT).map(([name, label]) => (
          <Checkbox
            key={name}
            checked={kept[name as keyof typeof KEPT]}
            onChange={(event) => setKept({ ...kept, [name]: event.target.checked })}
          >
            {label}
          </Checkbox>
        ))}
      </fieldset>
      <p {...figures('caution small')}>{fateText(closing, kept.keep_members)}</p>
      <p className="muted small">
        설정, 행사 이미지와 색상, 관리자는 그대로입니다. 확인하기는 아무것도 바꾸지 않습니다.
      </p>
    </FormDialog>
  )
}

/** The privacy notice promised the present day. */
function fateText({ erasure_on, settings, backups }: Closing, isKept: boolean): string {
  const { erase_after_days, erase_backups } = settings
  const until =
    erase_after_days === null
      ? '직접 삭제할 때까지 보관됩니다.'
      : `다음 행사 마지막 날부터 ${erase_after_days}일까지 보관됩니다.`
  const texts = isKept
    ? [
        `회원 정보는 ${erasure_on === null ? '' : `${koreanDate(erasure_on)} 삭제에서 빠지고 `}${until}`,
        '방문자와 기록은 시작할 때 삭제됩니다.',
      ]
    : ['회원을 이어받지 않으면 이번 행사의 개인정보는 시작할 때 모두 삭제됩니다.']
  return [...texts, erase_backups && backups?.length ? '지금까지의 야간 백업도 삭제됩니다.' : '']
    .join(' ')
    .trim()
}

function erasureText({ members, erasure_on, next_erasure_on }: NextEvent): string {
  const days = [erasure_on, next_erasure_on].filter((day) => day !== null).map(koreanDate)
  if (members > 0) return days.join(' → ') || '자동 삭제 없음'
  return ['시작할 때', ...days.map((day) => `(예정일: ${day})`)].join(' ')
}

const goneText = ({ deleted }: NextEvent): string =>
  amountsText([
    [deleted.reservations, '예약', '건'],
    [deleted.mails, '메일', '통'],
    [deleted.dates, '날짜', '개'],
    [deleted.members, '회원', '명'],
    [deleted.docents, '도슨트', '명'],
    [deleted.rooms, '미팅룸', '개'],
    [deleted.screens, '화면', '대'],
  ]) || '없음'

type BeginProps = Checked & { onBack: () => void; onClose: () => void }

function Begin({ wanted, next, onBack, onClose }: BeginProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const { dates } = next
  const confirm = async () => {
    setRunning(true)
    try {
      const body = { ...wanted, dry_run: false, confirm: '삭제' } as const
      adminToast.success((await begin(body)).message)
      await queryClient.invalidateQueries()
    } catch (failure) {
      setProblem(sayFailure(failure, FAILED))
      setRunning(false)
      throw failure
    }
  }
  return (
    <ConfirmDialog
      title="다음 행사 시작"
      action="다음 행사 시작"
      isEverything
      onConfirm={confirm}
      onClose={onClose}
    >
      <FormError text={problem} />
      <dl {...figures('facts')}>
        <dt>행사</dt>
        <dd>{wanted.event_name}</dd>
        <dt>날짜</dt>
        <dd>
          {dates.length === 0
            ? '첫날만'
            : `${shortKoreanDates(dates[0]!.to, dates.at(-1)!.to)} · ${amount(dates.length, '일')}`}
        </dd>
        <dt>이어받음</dt>
        <dd>
          도슨트 {amount(next.docents, '명')}, 미팅룸 {amount(next.rooms, '개')}, 시간{' '}
          {amount(next.slots, '개')}, 회원 {amount(next.members, '명')}
        </dd>
        <dt>삭제됨</dt>
        <dd>{goneText(next)}</dd>
        <dt>개인정보 삭제</dt>
        <dd>{erasureText(next)}</dd>
      </dl>
      {next.skipped > 0 && (
        <p {...figures()}>시계가 바뀌어 그날 없는 시간 {amount(next.skipped, '개')}는 빠집니다.</p>
      )}
      <p>
        이번 행사의 예약과 메일, 보고서는 사라지고 되돌릴 수 없습니다. 먼저 자료를 가져가 주세요. 아무에게도
        메일이 발송되지 않습니다.
      </p>
      <div>
        <Button size="small" disabled={isRunning} onClick={onBack}>
          내용 바꾸기
        </Button>
      </div>
    </ConfirmDialog>
  )
}
