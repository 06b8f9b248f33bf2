import type { Docent } from '../../../contract/place.ts'
import { listDocentsAsAdmin } from '../../../contract/admin/place-lists.ts'
import { addDocent, changeDocent, docentToBeTold } from '../../../contract/admin/places.ts'
import { LoadState, useReads } from '../components/load-state.tsx'
import { call } from '../../api/client.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { TierBadge } from '../../components/tier.tsx'
import { Field } from '../../ui/controls.tsx'
import { Cell } from '../../ui/list/table.tsx'
import { ItemList } from './item-list.tsx'
import { Panel } from './panel.tsx'
import { PlaceForm } from './place-form.tsx'
import { Several } from './several/several.tsx'
import { DOCENTS } from './deletable-resource.ts'

export function DocentsPanel() {
  const docents = usePolled(listDocentsAsAdmin, {})
  const reads = useReads({ docents }, '도슨트 목록을 불러오는데 실패했습니다.')
  return (
    <Panel
      title="도슨트 관리"
      staleSince={reads.staleSince}
      aside={
        <>
          <DocentForm />
          <Several kind="docents" names={reads.data?.docents.map(({ name }) => name) ?? []} />
        </>
      }
    >
      <LoadState reads={reads}>
        {({ docents }) => (
          <ItemList
            resource={DOCENTS}
            items={docents}
            columns={[{ name: '이름' }, { name: '언어' }, { name: '시작 위치' }]}
            renderCells={cellsOf}
            renderForm={(docent, onClose) => <DocentForm docent={docent} onClose={onClose} />}
            whenEmpty="투어를 이끌 도슨트를 한 명씩, 또는 표를 붙여넣어 한꺼번에 추가해주세요."
          />
        )}
      </LoadState>
    </Panel>
  )
}

const cellsOf = (docent: Docent) => (
  <>
    <Cell kind="title">
      <span translate="no">{docent.name}</span> <TierBadge of={docent} />
    </Cell>
    <Cell label="언어">{docent.language}</Cell>
    <Cell label="시작 위치">{docent.start_point}</Cell>
  </>
)

const readOne = async (wanted: number) => (await call(listDocentsAsAdmin, {})).find(({ id }) => id === wanted)

const tellingOf = ({ id }: Docent) => ({ kind: 'VIP_TOUR', id, count: docentToBeTold }) as const

const DocentForm = ({ docent, onClose }: { docent?: Docent; onClose?: () => void }) => (
  <PlaceForm
    noun="도슨트"
    schema={addDocent.body!}
    send={(body, expected, idempotencyKey) =>
      expected
        ? call(changeDocent, { params: { id: expected.id }, body: { ...body, expected } })
        : call(addDocent, { body }, { idempotencyKey })
    }
    {...(docent && { place: docent, telling: tellingOf(docent), readLatest: () => readOne(docent.id) })}
    {...(onClose && { onClose })}
  >
    {(field) => (
      <>
        <Field {...field('language')} label="언어" maxLength={20} autoComplete="off" required />
        <Field {...field('start_point')} label="시작 위치" maxLength={100} autoComplete="off" required />
      </>
    )}
  </PlaceForm>
)
