import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'

const KEY_TEXT: readonly (readonly [keys: string, meaning: string])[] = [
  ['J', '다음 예약'],
  ['K', '이전 예약'],
  ['Enter', '상세 보기'],
  ['A', '승인'],
  ['R', '거절'],
  ['X', '선택'],
  ['S', '정렬: 시간순, 오래 기다린 순'],
  ['Ctrl+Enter', '쓴 사유와 함께 처리'],
  ['Z', '승인 되돌리기'],
  ['/', '검색'],
  ['Ctrl+K', '전체 검색'],
  ['?', '단축키 도움말'],
]

const KeyHelpDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    kind="alert"
    title="단축키"
    onClose={onClose}
    actions={
      <Button kind="primary" onClick={onClose} data-autofocus>
        닫기
      </Button>
    }
  >
    <dl className="facts">
      {KEY_TEXT.map(([key, meaning]) => (
        <div key={key} className="key-help__line">
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <p className="small">
      시간이 지난 신청과 취소 요청은 목록 아래에 접혀 있으며, 지난 신청은 거절만 할 수 있습니다. 예약을 선택한
      상태에서는 A와 R이 선택한 예약에 적용되며, 날짜 탭이나 검색으로 가려진 예약도 포함됩니다. 예약 신청과
      취소 요청이 함께 선택되어 있으면 어느 쪽인지 먼저 묻습니다.
    </p>
  </Dialog>
)

export default KeyHelpDialog
