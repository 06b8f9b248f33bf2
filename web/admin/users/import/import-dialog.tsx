import { useRef } from 'react'
import { IMPORT_MAX, type ImportAnswer } from '../../../../contract/admin/member-import.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useDialogFallback } from '../../../ui/dialog/use-focus-fallback.ts'
import { FormError } from '../../../ui/form/form-error.tsx'
import './import.css'
import { ProblemList } from './problem-list.tsx'
import { MEMBER_COLUMNS } from '../../../../domain/member-list.ts'
import { saveCsv } from '../../components/list-file/csv.ts'
import { useImport, type Import } from './use-import.ts'
import { figures } from '../../../ui/figures.ts'

/** Choose, check row by row, then import all rows or those without problems. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const given = useImport()
  const { step, pending, error, answer, rows, file } = given
  const close = () => pending !== 'import' && onClose()
  return (
    <Dialog title="파일로 회원 등록" wide onClose={close} actions={<Actions {...given} onClose={close} />}>
      <div className="stack">
        {step === 'choose' && <ChooseFile {...given} />}
        <div role="status" className="stack" data-gap="8">
          {pending === 'check' && <p>파일을 확인하고 있습니다.</p>}
          {file && answer && pending !== 'check' && (
            <Summary name={file.name} step={step} answer={answer} count={rows.length} />
          )}
        </div>
        <FormError text={error}>
          {file && (
            <div>
              <Button size="small" onClick={given.checkAgain}>
                다시 확인
              </Button>
            </div>
          )}
        </FormError>
        {answer && answer.problems.length > 0 && <ProblemList problems={answer.problems} rows={rows} />}
      </div>
    </Dialog>
  )
}

const TEMPLATE = MEMBER_COLUMNS.map(({ header }) => header)

function ChooseFile({ choose, pending }: Import) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <p>
        엑셀(.xlsx)이나 CSV 파일의 회원을 한 번에 등록합니다. 첫 줄은 머리글(
        <strong>{TEMPLATE.join(', ')}</strong>
        <span>{`)이고, 등급은 일반, VIP, VVIP 중 하나이며 비우면 일반입니다. 한 번에 ${IMPORT_MAX.toLocaleString('ko')}명까지, 5MB 이하의 파일을 선택할 수 있습니다.`}</span>
      </p>
      <p className="muted">
        먼저 파일을 확인해 문제가 있는 행을 알려드립니다. 등록 전에는 아무것도 저장되지 않습니다.
      </p>
      <div className="row" data-wrap>
        <Button
          kind="primary"
          pending={pending === 'check'}
          data-autofocus
          onClick={() => input.current?.click()}
        >
          파일 선택
        </Button>
        <Button onClick={() => saveCsv('회원등록_양식.csv', [TEMPLATE])}>양식 내려받기 (CSV)</Button>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          aria-label="회원 파일"
          tabIndex={-1}
          accept=".xlsx,.csv,.txt,text/csv"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            // Allows choosing the same file again after correcting it.
            currentTarget.value = ''
            if (file) choose(file)
          }}
        />
      </div>
    </>
  )
}

const counted = (count: number) => count.toLocaleString('ko')

type SummaryProps = { name: string; step: Import['step']; answer: ImportAnswer; count: number }

const Summary = ({ name, step, answer: { message, imported, skipped }, count }: SummaryProps) => (
  <>
    <p {...figures('muted')}>
      {name} · {counted(count)}행
    </p>
    <p>
      {step === 'done' ? (
        <strong>{message}</strong>
      ) : (
        <>
          <strong>{`등록할 수 있는 회원 ${counted(imported)}명`}</strong>
          {skipped > 0 && <span>{`, 문제가 있는 행 ${counted(skipped)}개`}</span>}
        </>
      )}
    </p>
  </>
)

function Actions({ step, answer, pending, takeOver, beginAnew, onClose }: Import & { onClose: () => void }) {
  const isBusy = pending !== null
  // Each step removes the button that led to it.
  const stays = useDialogFallback()
  if (step === 'choose' || !answer)
    return (
      <Button ref={stays} onClick={onClose}>
        닫기
      </Button>
    )
  if (step === 'done')
    return (
      <>
        <Button ref={stays} onClick={beginAnew}>
          다른 파일 등록
        </Button>
        <Button kind="primary" onClick={onClose}>
          닫기
        </Button>
      </>
    )
  const { imported, skipped } = answer
  return (
    <>
      <Button ref={stays} onClick={() => !isBusy && beginAnew()}>
        다른 파일 선택
      </Button>
      <Button kind="primary" pending={isBusy} disabled={imported === 0} onClick={() => takeOver(skipped > 0)}>
        {imported === 0
          ? '등록할 회원 없음'
          : skipped > 0
            ? `문제 없는 ${counted(imported)}명만 등록`
            : `${counted(imported)}명 모두 등록`}
      </Button>
    </>
  )
}
