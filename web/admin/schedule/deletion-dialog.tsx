import { failureText, withReason, withToast } from '../components/with-toast.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { refreshSchedule } from './refresh-schedule.ts'
import type { DeletionTerms } from '../../../contract/admin/deletion.ts'
import type { DeletableResource } from './deletable-resource.ts'

/** `isAll`: every item was chosen. */
export type Wanted<Item, Key> =
  | { what: 'one'; item: Item }
  | { what: 'chosen'; keys: readonly Key[]; isAll: boolean }
  | { what: 'all'; count: number }

type Props<Item, Key extends string | number> = {
  resource: DeletableResource<Item, Key>
  wanted: Wanted<Item, Key>
  items: readonly Item[]
  onDeleted: () => void
  onClose: () => void
}

export default function DeletionDialog<Item, Key extends string | number>(props: Props<Item, Key>) {
  const { resource, wanted, items, onDeleted, onClose } = props
  const chosen = chosenOf(resource, wanted, items)
  const confirm = async (terms: DeletionTerms) => {
    try {
      const textOf = wanted.what === 'one' ? failureText : withReason
      await withToast(() => remove(resource, wanted, terms), failedText(resource, wanted), textOf)
      onDeleted()
    } finally {
      void refreshSchedule()
    }
  }
  return (
    <ConfirmDialog
      title={titleOf(resource, wanted)}
      action={`${countOf(wanted).toLocaleString('ko')}${resource.unit} 삭제`}
      isEverything={isEverything(wanted)}
      name={chosen.length === 1 ? resource.wordOf(chosen[0]!) : undefined}
      offersMove
      readImpact={() => resource.readImpact(keysOf(resource, wanted))}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{questionOf(resource, wanted)}</p>
      <p>
        등록된 가용 시간도 함께 삭제되며, 되돌릴 수 없습니다. 이 시간을 기다리던 자리 대기도 끝나며, 회원에게
        이메일로 안내됩니다.
      </p>
    </ConfirmDialog>
  )
}

function chosenOf<Item, Key extends string | number>(
  { keyOf }: DeletableResource<Item, Key>,
  wanted: Wanted<Item, Key>,
  items: readonly Item[],
): readonly Item[] {
  if (wanted.what === 'one') return [wanted.item]
  return wanted.what === 'all' ? items : items.filter((item) => wanted.keys.includes(keyOf(item)))
}

const isEverything = <Item, Key>(wanted: Wanted<Item, Key>) =>
  wanted.what === 'all' || (wanted.what === 'chosen' && wanted.isAll)

function countOf<Item, Key>(wanted: Wanted<Item, Key>): number {
  if (wanted.what === 'one') return 1
  return wanted.what === 'all' ? wanted.count : wanted.keys.length
}

const titleOf = <Item, Key extends string | number>(
  { noun }: DeletableResource<Item, Key>,
  { what }: Wanted<Item, Key>,
) => ({ one: `${noun} 삭제`, chosen: `선택한 ${noun} 삭제`, all: `${noun} 전체 삭제` })[what]

function questionOf<Item, Key extends string | number>(
  { noun, object, unitAsObject, nameOf }: DeletableResource<Item, Key>,
  wanted: Wanted<Item, Key>,
): string {
  if (wanted.what === 'one') return `${nameOf(wanted.item)} ${object} 삭제하시겠습니까?`
  if (isEverything(wanted)) return `모든 ${object} 삭제하시겠습니까?`
  return `선택한 ${noun} ${countOf(wanted).toLocaleString('ko')}${unitAsObject} 삭제하시겠습니까?`
}

/** `one`: only if the server gives no reason. The others precede its reason. */
const failedText = <Item, Key extends string | number>(
  { noun }: DeletableResource<Item, Key>,
  { what }: Wanted<Item, Key>,
) => `${{ one: `${noun} 삭제`, chosen: `${noun} 일괄 삭제`, all: `모든 ${noun} 삭제` }[what]}에 실패했습니다.`

/** A list also for one item: the read for one fails if a colleague has already deleted it. */
const keysOf = <Item, Key extends string | number>(
  { keyOf }: DeletableResource<Item, Key>,
  wanted: Wanted<Item, Key>,
) => (wanted.what === 'one' ? [keyOf(wanted.item)] : wanted.what === 'all' ? ('all' as const) : wanted.keys)

function remove<Item, Key extends string | number>(
  resource: DeletableResource<Item, Key>,
  wanted: Wanted<Item, Key>,
  terms: DeletionTerms,
) {
  if (wanted.what === 'one') return resource.deleteOne(wanted.item, terms)
  return wanted.what === 'all' ? resource.deleteAll(terms) : resource.deleteChosen(wanted.keys, terms)
}
