import { useState } from 'react'
import { erasePersons } from '../../../../contract/admin/closing.ts'
import { call } from '../../../api/client.ts'
import { confirmed } from '../../components/with-toast.ts'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { eraseAndTell } from '../erase-and-tell.ts'
import { CLOSING_TIMEOUT_MS, personsText, type Closing } from './closing.ts'
import { figures } from '../../../ui/figures.ts'

const erase = (erase_backups: boolean) => {
  const body = { confirm: '삭제', erase_backups } as const
  return confirmed(() => call(erasePersons, { body }, { timeoutMs: CLOSING_TIMEOUT_MS }))
}

export function EraseDialog({ closing, onClose }: { closing: Closing; onClose: () => void }) {
  const { persons, admins, backups, settings } = closing
  const [withBackups, setWithBackups] = useState(settings.erase_backups)
  return (
    <ConfirmDialog
      title="개인정보 삭제"
      action="개인정보 삭제"
      isEverything
      onConfirm={() =>
        eraseAndTell(() => erase(withBackups), '개인정보 삭제에 실패했습니다.', 'nothing_to_erase')
      }
      onClose={onClose}
    >
      <p>
        <strong {...figures()}>{personsText(persons)}</strong>
      </p>
      <div className="start__kept small">
        <p className="strong">삭제됩니다</p>
        <p>
          회원 계정과 로그인, 예약의 신청자와 방문자, 메모·사유·피드백, 메일의 주소와 내용, 작업 기록의 세부
          내용, 서버에 파일로 저장된 메일(1분 안에), 데이 시트 링크.
        </p>
        <p className="strong">남습니다</p>
        <p {...figures()}>
          보고서의 숫자, 예약의 날짜·장소·상태·인원, 도슨트와 미팅룸, 설정과 문의 이메일, 관리자 계정{' '}
          {admins.toLocaleString('ko')}개와 처리한 관리자의 이름, 직접 만든 백업 파일.
        </p>
      </div>
      {backups !== null && backups.length > 0 && (
        <div className="stack" data-gap="4">
          <Checkbox
            checked={withBackups}
            onChange={(event) => setWithBackups(event.target.checked)}
          >{`지금까지의 야간 백업 ${backups.length.toLocaleString('ko')}개도 삭제`}</Checkbox>
          <details className="small">
            <summary>백업 파일 보기</summary>
            <ul>
              {backups.map((name) => (
                <li key={name} {...figures()}>
                  {name}
                </li>
              ))}
            </ul>
          </details>
        </div>
      )}
      <p>되돌릴 수 없습니다. 필요한 자료는 먼저 가져가 주세요. 아무에게도 메일이 발송되지 않습니다.</p>
    </ConfirmDialog>
  )
}
