import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { getClosing, takeArchive } from '../../../../contract/admin/closing.ts'
import { isEventOver } from '../../../../domain/closing.ts'
import { madridDate, koreanDate, shortKoreanDates } from '../../../../domain/madrid-time.ts'
import { now } from '../../../browser/clock.ts'
import { POLL_MS, refresh, usePolled } from '../../../api/reads/use-read.ts'
import { PATHS } from '../../../paths.ts'
import { Button, Field } from '../../../ui/controls.tsx'
import { download } from '../../../api/download.ts'
import { confirmed, tryWithToast } from '../../components/with-toast.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { CardSkeletons, LoadState, useReads } from '../../components/load-state.tsx'
import { personsText, type Closing } from './closing.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { NextEventDialog } from './next-event-dialog.tsx'
import { closingSettings } from '../../../../contract/admin/settings.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { SettingsForm, wholeNumber, type Parts } from '../settings-form.tsx'
import { figures } from '../../../ui/figures.ts'
import '../../components/setup/checklist.css'
import '../start/start.css'

export default function ClosingSection() {
  const closing = usePolled(getClosing, {})
  const reads = useReads({ closing }, '행사 마감 상태를 불러오는데 실패했습니다.', { isBanner: true })
  return (
    <LoadState reads={reads} skeleton={<CardSkeletons count={3} />}>
      {({ closing }) => (
        <div className="stack">
          <Steps closing={closing} />
          <ScheduleForm />
        </div>
      )}
    </LoadState>
  )
}

function Steps({ closing }: { closing: Closing }) {
  const [asking, setAsking] = useState<'erase' | 'next' | null>(null)
  const over = isEventOver(closing, now())
  const close = () => setAsking(null)
  return (
    <section className="card stack" data-gap="12" aria-labelledby="closing">
      <h2 id="closing">행사 마감</h2>
      <p {...figures('muted')}>{stateText(closing, over)}</p>
      <ol>
        <Step number={1} name="보고서 확인">
          <p>예약률, 처리 시간, 회사와 피드백을 한곳에서 보고 인쇄하거나 엑셀로 저장합니다.</p>
          <Link to={PATHS.adminClosing} className="way tap-line">
            행사 보고서
          </Link>
        </Step>
        <Step number={2} name="자료 가져가기">
          <p>
            예약과 이력, 자리 대기, 회원, 로그인한 기기, 날짜, 도슨트, 미팅룸, 시간, 피드백, 메일 목록, 웹훅,
            작업 기록, 보고서를 엑셀과 JSON 파일로 묶은 ZIP입니다. 개인정보가 들어 있으니 안전한 곳에
            보관해주세요.
          </p>
          <div>
            <ActionButton act={() => tryWithToast(takeAway, '자료 다운로드에 실패했습니다.')}>
              ZIP 다운로드
            </ActionButton>
          </div>
        </Step>
        <Step number={3} name="개인정보 삭제">
          <Erasure closing={closing} isOver={over} onErase={() => setAsking('erase')} />
        </Step>
        <Step number={4} name="다음 행사 시작">
          <p>이번 행사의 날짜 간격과 시간, 도슨트, 미팅룸, 화면, 설정을 이어받아 다음 행사를 시작합니다.</p>
          {!over && <p>행사의 마지막 날이 지나고 남은 예약이 없으면 시작할 수 있습니다.</p>}
          <div>
            <Button disabled={!over} onClick={() => setAsking('next')}>
              다음 행사 준비
            </Button>
          </div>
        </Step>
      </ol>
      {asking === 'erase' && <EraseDialog closing={closing} onClose={close} />}
      {asking === 'next' && <NextEventDialog closing={closing} onClose={close} />}
    </section>
  )
}

function stateText({ first_date, last_date, ahead }: Closing, over: boolean): string {
  if (last_date === null || first_date === null) return '등록된 날짜가 없습니다.'
  const span = shortKoreanDates(first_date, last_date)
  if (over) return `${span} 행사가 끝났습니다.`
  return ahead > 0
    ? `${span} · 끝나지 않은 예약 ${ahead.toLocaleString('ko')}건이 있습니다.`
    : `${span} · 마지막 날이 아직 지나지 않았습니다.`
}

const Step = ({ number, name, children }: { number: number; name: string; children: ReactNode }) => (
  <li className="start__step">
    <span {...figures('checklist__mark small')} aria-hidden="true">
      {number}
    </span>
    <div className="stack start__body" data-gap="4">
      <h3>{name}</h3>
      {children}
    </div>
  </li>
)

// A large event takes minutes.
const ARCHIVE_TIMEOUT_MS = 30 * 60_000

async function takeAway() {
  await confirmed(() => download(takeArchive, {}, ARCHIVE_TIMEOUT_MS))
  return { message: '자료를 다운로드했습니다.' }
}

type ErasureProps = { closing: Closing; isOver: boolean; onErase: () => void }

function Erasure({ closing: { persons, erasure_on, erased_at, backups }, isOver, onErase }: ErasureProps) {
  const isEmpty = Object.values(persons).every((count) => count === 0)
  return (
    <>
      <p {...figures()}>{personsText(persons)}</p>
      {erased_at !== null && (
        <p {...figures('muted')}>
          {koreanDate(madridDate(Date.parse(erased_at)))}에 개인정보가 삭제되었습니다. 집계는 그대로입니다.
        </p>
      )}
      {erasure_on !== null && (
        <p {...figures()}>
          <strong translate="no">{koreanDate(erasure_on)}</strong>에 자동으로 삭제됩니다. 일주일 전에 문의
          이메일로 알려드립니다.
        </p>
      )}
      {backups !== null && backups.length > 0 && (
        <p {...figures()}>
          야간 백업 {backups.length.toLocaleString('ko')}개에 개인정보가 남아 있을 수 있습니다.
        </p>
      )}
      {!isOver && <p>행사의 마지막 날이 지나고 남은 예약이 없으면 지금 삭제할 수 있습니다.</p>}
      <div>
        <Button disabled={!isOver || isEmpty} onClick={onErase}>
          지금 삭제
        </Button>
      </div>
    </>
  )
}

const ScheduleForm = () => (
  <SettingsForm
    section={closingSettings}
    title="개인정보 자동 삭제"
    name="행사 마감 설정"
    object="행사 마감 설정을"
    action="자동 삭제 저장"
    kind="secondary"
    poll={POLL_MS}
    complete={({ is_on, erase_after_days, erase_backups }, from) => ({
      erase_after_days: is_on ? Number(erase_after_days) : null,
      erase_backups: erase_backups ?? from.erase_backups,
    })}
    onSaved={() => refresh(getClosing)}
  >
    {({ from, field }) => <Choices from={from} field={field} />}
  </SettingsForm>
)

type ChoicesProps = Pick<Parts<ResponseOf<typeof closingSettings.get>>, 'from' | 'field'>

function Choices({ from, field }: ChoicesProps) {
  const [isOn, setOn] = useState(from.erase_after_days !== null)
  const days = field(
    'erase_after_days',
    '일',
    '일주일 전에 문의 이메일과 화면 위쪽에서 알립니다. 날짜를 추가하면 함께 늦춰집니다.',
  )
  return (
    <>
      <Checkbox name="is_on" checked={isOn} onChange={(event) => setOn(event.target.checked)}>
        행사가 끝나고 정해진 기간이 지나면 자동으로 삭제
      </Checkbox>
      {isOn && (
        <>
          <Field
            label="마지막 날부터 며칠 뒤"
            {...wholeNumber(1, 3650)}
            {...days}
            defaultValue={from.erase_after_days ?? 90}
          />
          <Checkbox name="erase_backups" defaultChecked={from.erase_backups}>
            그때까지의 야간 백업도 함께 삭제
          </Checkbox>
        </>
      )}
    </>
  )
}
