import {
  deleteSample,
  type getGoLive,
  type KeptSample,
  type SampleCounts,
} from '../../../../contract/admin/go-live.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { shortKoreanDate } from '../../../../domain/madrid-time.ts'
import { call } from '../../../api/client.ts'
import { amount, amountsText } from '../amounts-text.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { eraseAndTell } from '../erase-and-tell.ts'
import { figures } from '../../../ui/figures.ts'

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
      onConfirm={() =>
        eraseAndTell(() => call(deleteSample, {}), '견본 데이터 삭제에 실패했습니다.', 'no_sample')
      }
      onClose={onClose}
    >
      <p>
        <strong {...figures()}>{countsText(sample)}</strong>
      </p>
      <dl className="stack start__names small" data-gap="4">
        {lists
          .filter(([, names]) => names.length > 0)
          .map(([what, names]) => (
            <div key={what}>
              <dt className="strong">{what}</dt>
              <dd translate="no">{names.join(', ')}</dd>
            </div>
          ))}
      </dl>
      <KeptList kept={kept} />
      <p>
        삭제하면 되돌릴 수 없습니다. 직접 등록하거나 수정한 내용과 실제 회원은 그대로이며, 메일은 자리를
        기다리던 실제 회원에게만 발송됩니다.
      </p>
    </ConfirmDialog>
  )
}

/** Sample data that the real event depends on. */
export function KeptList({ kept }: { kept: KeptSample }) {
  const texts = keptTexts(kept)
  if (texts.length === 0) return null
  return (
    <div className="start__kept small">
      <p className="strong">실제 행사에 쓰이고 있어 남는 항목</p>
      <ul>
        {texts.map((text) => (
          <li key={text} {...figures()}>
            {text}
          </li>
        ))}
      </ul>
      <p>필요하지 않으면 예약을 처리한 뒤 일정 관리에서 삭제해주세요.</p>
    </div>
  )
}

export const countsText = ({ members, docents, rooms, dates, slots, reservations }: SampleCounts): string => {
  const text = amountsText([
    [members, '회원', '명'],
    [docents, '도슨트', '명'],
    [rooms, '미팅룸', '개'],
    [dates, '날짜', '개'],
    [slots, '시간', '개'],
    [reservations, '예약', '건'],
  ])
  // A colleague may have been faster.
  return text === '' ? '삭제할 견본 데이터가 없습니다.' : `견본 ${text}`
}

const keptTexts = ({ places, dates }: KeptSample): string[] => [
  ...places.map(
    ({ kind, name, reservations }) =>
      `${kind === 'docent' ? '도슨트' : '미팅룸'} ${name} · 실제 예약 ${amount(reservations, '건')}`,
  ),
  ...dates.map(({ date, reservations, slots }) =>
    [
      `날짜 ${shortKoreanDate(date)}`,
      ...(reservations > 0 ? [`실제 예약 ${amount(reservations, '건')}`] : []),
      ...(slots > 0 ? [`실제 도슨트·미팅룸의 시간 ${amount(slots, '개')}`] : []),
    ].join(' · '),
  ),
]
