import { useState } from 'react'
import { IMPORT_MAX, type ImportAnswer } from '../../../../contract/admin/member-import.ts'
import { headerOf, MEMBER_COLUMNS, problemFile } from '../../../../domain/member-list.ts'
import type { ImportMode } from '../../../../domain/member-import.ts'
import { Button } from '../../../ui/controls.tsx'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { ChoiceBar } from '../../../ui/choice/choice-bar.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useDialogFallback } from '../../../ui/dialog/use-focus-fallback.ts'
import { FormError } from '../../../ui/form/form.tsx'
import { saveCsv } from '../../components/list-file/csv.ts'
import { FileButton } from '../../components/list-file/file-button.tsx'
import { DiscardQuestion } from '../../components/use-discard.tsx'
import './import.css'
import { ReadingFields } from './reading-fields.tsx'
import { RowTable } from './row-table.tsx'
import { useImport, type Import } from './use-import.ts'
import { figures } from '../../../ui/figures.ts'

const MODES: readonly { id: ImportMode; label: string }[] = [
  { id: 'add', label: '추가' },
  { id: 'update', label: '수정' },
  { id: 'both', label: '둘 다' },
]

/** Choose a file, see how it is read and what would happen, then import all rows or the good ones. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const given = useImport()
  const [invite, setInvite] = useState(false)
  const { step, pending, error, answer, list, choice } = given
  const [isAsking, setAsking] = useState(false)
  const isEdited = step === 'checked' && choice !== given.first
  const close = () => pending !== 'import' && (isEdited ? setAsking(true) : onClose())
  return (
    <>
      <Dialog
        title="파일로 회원 등록"
        wide
        onClose={close}
        actions={<Actions {...given} invite={invite} onClose={close} />}
      >
        <div className="stack">
          {step === 'choose' && <ChooseFile {...given} />}
          {step === 'checked' && list && choice && (
            <>
              <ChoiceBar
                label="등록 방법"
                choices={MODES}
                chosen={choice.mode}
                onChoose={(mode) => given.change({ mode })}
              />
              {choice.mode !== 'add' && (
                <p className="muted small">등록된 회원의 전화번호와 이메일은 바뀌지 않습니다.</p>
              )}
              <ReadingFields {...given} list={list} choice={choice} />
            </>
          )}
          <div role="status" className="stack" data-gap="8">
            {pending === 'check' && <p>파일을 확인하고 있습니다.</p>}
            {pending !== 'check' && answer && <Summary {...given} answer={answer} />}
          </div>
          <FormError text={error}>
            {list && (
              <div>
                <Button size="small" onClick={given.checkAgain}>
                  다시 확인
                </Button>
              </div>
            )}
          </FormError>
          {answer && <Rows {...given} answer={answer} />}
          {step === 'checked' && choice?.mode !== 'update' && (
            <Checkbox checked={invite} onChange={({ currentTarget }) => setInvite(currentTarget.checked)}>
              새로 등록한 회원에게 로그인 방법을 메일로 안내
            </Checkbox>
          )}
        </div>
      </Dialog>
      {isAsking && <DiscardQuestion onDiscard={onClose} onKeep={() => setAsking(false)} />}
    </>
  )
}

const TEMPLATE = MEMBER_COLUMNS.map(({ header }) => header)

function ChooseFile({ choose, pending }: Import) {
  return (
    <>
      <p>
        엑셀(.xlsx)이나 CSV 파일의 회원을 한 번에 등록하거나 수정합니다. 필요한 열은{' '}
        <strong>{TEMPLATE.join(', ')}</strong>
        <span>{`이고, 등급은 일반, VIP, VVIP 중 하나이며 비우면 일반입니다. 한 번에 ${IMPORT_MAX.toLocaleString('ko')}명까지, 5MB 이하의 파일을 선택할 수 있습니다.`}</span>
      </p>
      <p className="muted">먼저 읽은 내용을 보여드립니다. 등록 전에는 아무것도 저장되지 않습니다.</p>
      <div className="row" data-wrap>
        <FileButton
          label="회원 파일"
          kind="primary"
          pending={pending === 'check'}
          data-autofocus
          choose={choose}
        />
        <Button onClick={() => saveCsv('회원등록_양식.csv', [TEMPLATE])}>양식 내려받기 (CSV)</Button>
      </div>
    </>
  )
}

const counted = (count: number) => count.toLocaleString('ko')

type Answered = Import & { answer: ImportAnswer }

const Summary = ({ step, answer, list, rows }: Answered) => (
  <>
    <p {...figures('muted')}>
      {[list?.file.name, list?.encoding, `${counted(rows.length)}행`].filter(Boolean).join(' · ')}
    </p>
    <p>
      <strong>{answer.message}</strong>
      {step === 'checked' && answer.skipped > 0 && (
        <span>{` 문제가 있는 행이 ${counted(answer.skipped)}개 있습니다.`}</span>
      )}
    </p>
  </>
)

const PREVIEWED = 5
const SHOWN = 100

function Rows({ answer, rows, step }: Answered) {
  const { problems, replaced } = answer
  const changed = new Set(replaced.map(({ row }) => row))
  const wrong = new Set(problems.map(({ row }) => row))
  const refused = rows.filter(({ row }) => wrong.has(row))
  const good = rows
    .filter(({ row }) => !wrong.has(row))
    .sort((a, b) => Number(changed.has(b.row)) - Number(changed.has(a.row)))
  const save = () => {
    const named = problems.map(({ row, fields }) => ({
      row,
      texts: Object.entries(fields).map(([field, text]) => `${headerOf(field)}: ${text}`),
    }))
    saveCsv('회원등록_문제목록.csv', problemFile(rows, named))
  }
  return (
    <>
      {step === 'checked' && good.length > 0 && (
        <RowTable label="미리보기" rows={good.slice(0, PREVIEWED)} answer={answer} />
      )}
      {refused.length > 0 && (
        <div className="stack" data-gap="8">
          <RowTable label="문제가 있는 행" rows={refused.slice(0, SHOWN)} answer={answer} />
          <div className="row" data-wrap>
            {refused.length > SHOWN && (
              <p className="muted">{`${counted(refused.length)}행 중 ${SHOWN}행을 표시합니다.`}</p>
            )}
            <Button size="small" onClick={save}>
              문제 행 내려받기 (CSV)
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

type ActionProps = Import & { invite: boolean; onClose: () => void }

function Actions({ step, answer, choice, pending, takeOver, beginAnew, invite, onClose }: ActionProps) {
  // Each step removes the button that led to it.
  const stays = useDialogFallback()
  if (step === 'choose')
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
  const { imported = 0, updated = 0, skipped = 0 } = answer ?? {}
  return (
    <>
      <Button ref={stays} onClick={() => pending !== 'import' && beginAnew()}>
        다른 파일 선택
      </Button>
      <Button
        kind="primary"
        pending={pending !== null}
        disabled={imported + updated === 0}
        onClick={() => takeOver(skipped > 0, invite)}
      >
        {actText(imported, updated, skipped, choice?.mode)}
      </Button>
    </>
  )
}

function actText(imported: number, updated: number, skipped: number, mode: ImportMode = 'add'): string {
  if (imported + updated === 0) return mode === 'update' ? '수정할 회원 없음' : '등록할 회원 없음'
  const [before, after] = skipped > 0 ? ['문제 없는 ', '만'] : ['', ' 모두']
  const verb = mode === 'add' ? '등록' : mode === 'update' ? '수정' : '등록·수정'
  return `${before}${counted(imported + updated)}명${after} ${verb}`
}
