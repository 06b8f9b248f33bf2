import { deleteSample, type getGoLive } from '../../../../contract/admin/go-live.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { shortKoreanDate } from '../../../../domain/date-text.ts'
import { ApiError, call } from '../../../api/client.ts'
import { queryClient } from '../../../api/reads/use-read.ts'
import { adminToast } from '../../../ui/toast.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { failureText } from '../../components/with-toast.ts'
import { KeptList } from './kept-list.tsx'
import { countsText } from './sample-text.ts'

const FAILED = '견본 데이터 삭제에 실패했습니다.'

async function deleteAndTell() {
  try {
    adminToast.success((await call(deleteSample, {})).message)
  } catch (failure) {
    adminToast.error(failureText(failure, FAILED))
    // A colleague was faster: the wanted result.
    if (!(failure instanceof ApiError && failure.code === 'no_sample')) throw failure
  } finally {
    // Any cached answer may contain deleted data.
    await queryClient.invalidateQueries()
  }
}

type Props = Pick<ResponseOf<typeof getGoLive>, 'sample' | 'kept'> & { onClose: () => void }

export function SampleDialog({ sample, kept, onClose }: Props) {
  const { members, docents, rooms, dates } = sample.names
  const lists = [
    ['회원', members],
    ['도슨트', docents],
    ['미팅룸', rooms],
    ['날짜', dates.map(shortKoreanDate)],
  ] as const
  return (
    <ConfirmDialog
      title="견본 데이터 삭제"
      action="견본 데이터 삭제"
      isEverything
      onConfirm={deleteAndTell}
      onClose={onClose}
    >
      <p>
        <strong className="numerals">{countsText(sample)}</strong>
      </p>
      <dl className="start__names small">
        {lists
          .filter(([, names]) => names.length > 0)
          .map(([what, names]) => (
            <div key={what}>
              <dt className="strong">{what}</dt>
              <dd>{names.join(', ')}</dd>
            </div>
          ))}
      </dl>
      <KeptList kept={kept} />
      <p>
        삭제하면 되돌릴 수 없습니다. 직접 등록하거나 수정한 내용과 실제 회원은 그대로이며, 메일은 아무에게도
        발송되지 않습니다.
      </p>
    </ConfirmDialog>
  )
}
