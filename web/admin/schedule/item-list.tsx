import { useRef, useState } from 'react'
import { ActionBar } from '../components/action-bar.tsx'
import { useSelection } from '../components/use-selection.ts'
import { lazy } from '../../shell/lazy.tsx'
import { Button } from '../../ui/button.tsx'
import { useKey } from './use-key.ts'
import { adminToast } from '../../ui/toast.ts'
import type AskDeletion from './deletion-dialog.tsx'
import type { Wanted } from './deletion-dialog.tsx'
import { ItemTable, type ItemTableProps } from './item-table.tsx'

// `lazy` loses type parameters.
const DeletionDialog = lazy(() => import('./deletion-dialog.tsx')) as unknown as typeof AskDeletion

export function ItemList<Item, Key extends string | number>(props: ItemTableProps<Item, Key>) {
  const { resource, items } = props
  const { unit, subject, object, keyOf } = resource
  const selection = useSelection(items.map(keyOf))
  const [wanted, setWanted] = useState<Wanted<Item, Key> | null>(null)
  const { chosen, checked } = selection
  const deleteChosen = () => {
    if (chosen.length === 0) adminToast.error(`삭제할 ${object} 선택해주세요.`)
    else setWanted({ what: 'chosen', keys: chosen, isAll: checked === true })
  }
  const deleteAll = () => {
    if (items.length === 0) adminToast.error(`삭제할 ${subject} 없습니다.`)
    else setWanted({ what: 'all', count: items.length })
  }
  const table = useRef<HTMLDivElement>(null)
  useKey(table, 'Delete', deleteChosen)
  return (
    <div className="stack">
      <div ref={table}>
        <ItemTable {...props} selection={selection} onDelete={(item) => setWanted({ what: 'one', item })} />
      </div>
      <ActionBar
        floats={chosen.length > 0 ? 'always' : 'never'}
        status={statusOf(chosen.length, items.length, unit)}
      >
        {chosen.length > 0 && (
          <Button
            size="small"
            kind="danger"
            aria-keyshortcuts="Delete"
            onClick={deleteChosen}
          >{`선택 삭제 (${chosen.length.toLocaleString('ko')})`}</Button>
        )}
        <Button size="small" onClick={deleteAll}>
          전체 삭제
        </Button>
      </ActionBar>
      {wanted && (
        <DeletionDialog
          resource={resource}
          wanted={wanted}
          items={items}
          onDeleted={selection.clear}
          onClose={() => setWanted(null)}
        />
      )}
    </div>
  )
}

const statusOf = (chosen: number, total: number, unit: string) =>
  chosen > 0 ? `${chosen.toLocaleString('ko')}${unit} 선택됨` : `전체 ${total.toLocaleString('ko')}${unit}`
