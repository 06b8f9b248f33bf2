import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { ActionBar } from '../../admin-parts/action-bar.tsx'
import { useSelection } from '../../admin-parts/selection.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Table } from '../../ui/table.tsx'
import { adminToast } from '../../ui/toast.ts'
import { DeletionDialog, type Wanted } from './deletion-dialog.tsx'
import { ItemRow } from './item-row.tsx'
import type { Subject } from './subject.ts'

type Props<Item, Key extends string | number> = {
  subject: Subject<Item, Key>
  items: readonly Item[]
  columns: readonly { name: string; numeric?: boolean }[]
  /** The fields of one row, one for each column. */
  cells: (item: Item) => ReactNode
  /** The form that takes a row's place while it is changed; without it rows cannot be. */
  edit?: (item: Item, close: () => void) => ReactNode
  /** What to do when there is nothing. */
  whenEmpty: ReactNode
}

/** A list whose rows are chosen, changed in place and deleted. */
export function ItemList<Item, Key extends string | number>(props: Props<Item, Key>) {
  const { subject, items, columns, cells, edit, whenEmpty } = props
  const { noun, unit, texts, keyOf, nameOf } = subject
  const selection = useSelection(items.map(keyOf))
  const [wanted, setWanted] = useState<Wanted<Item, Key> | null>(null)
  const [editing, setEditing] = useState<Item | null>(null)
  const [edited, setEdited] = useState<Key | null>(null)
  // What somebody else deletes while it is changed here keeps its row, and with it what was typed.
  const isGone = editing !== null && !items.some((item) => keyOf(item) === keyOf(editing))
  const rows = isGone ? [...items, editing] : items

  const deleteChosen = () => {
    const { chosen, checked } = selection
    if (chosen.length === 0) adminToast.error(texts.noneChosen)
    else setWanted({ what: 'chosen', keys: chosen, isAll: checked === true })
  }
  const deleteAll = () => {
    if (items.length === 0) adminToast.error(texts.none)
    else setWanted({ what: 'all', count: items.length })
  }
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title={texts.empty}>{whenEmpty}</EmptyState>
      ) : (
        <div onKeyDown={(event) => isDeleteKey(event) && deleteChosen()}>
          <Table
            label={`${noun} 목록`}
            selectAll={
              <Checkbox quiet checked={selection.checked} onChange={selection.pressAll}>
                전체 선택
              </Checkbox>
            }
            columns={[...columns, { name: '작업', quiet: true }]}
          >
            {rows.map((item) => (
              <ItemRow
                key={keyOf(item)}
                name={`${nameOf(item)}`}
                columns={columns.length + 2}
                cells={cells(item)}
                chosen={selection.has(keyOf(item))}
                onPress={(toHere) => selection.press(keyOf(item), toHere)}
                onDelete={() => setWanted({ what: 'one', item })}
                onEdit={edit && (() => setEditing(item))}
                wasEdited={edited === keyOf(item)}
                form={
                  editing &&
                  keyOf(editing) === keyOf(item) &&
                  edit?.(editing, () => {
                    setEdited(keyOf(editing))
                    setEditing(null)
                  })
                }
              />
            ))}
          </Table>
        </div>
      )}
      <ActionBar status={statusOf(selection.chosen.length, items.length, unit)}>
        {selection.chosen.length > 0 && (
          <Button size="small" kind="danger" aria-keyshortcuts="Delete" onClick={deleteChosen}>
            선택 삭제 ({selection.chosen.length})
          </Button>
        )}
        <Button size="small" onClick={deleteAll}>
          전체 삭제
        </Button>
      </ActionBar>
      {wanted && (
        <DeletionDialog
          subject={subject}
          wanted={wanted}
          onDeleted={selection.clear}
          onClose={() => setWanted(null)}
        />
      )}
    </>
  )
}

const statusOf = (chosen: number, total: number, unit: string) =>
  chosen > 0 ? `${chosen.toLocaleString('ko')}${unit} 선택됨` : `전체 ${total.toLocaleString('ko')}${unit}`

// Inside a field the key belongs to what is typed there.
const isDeleteKey = ({ key, target }: KeyboardEvent) =>
  key === 'Delete' && !(target instanceof HTMLInputElement && target.type !== 'checkbox')
