import { useState, type ReactNode } from 'react'
import type { Selection } from '../components/use-selection.ts'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { EmptyState } from '../../ui/page.tsx'
import { Table } from '../../ui/list/table.tsx'
import { ItemRow } from './item-row.tsx'
import type { DeletableResource } from './deletable-resource.ts'

export type ItemTableProps<Item, Key extends string | number> = {
  resource: DeletableResource<Item, Key>
  items: readonly Item[]
  columns: readonly { name: string; numeric?: boolean }[]
  renderCells: (item: Item) => ReactNode
  /** Replaces a row while it is edited; without it rows can't be edited. */
  renderForm?: (item: Item, close: () => void) => ReactNode
  whenEmpty: ReactNode
}

type Props<Item, Key extends string | number> = ItemTableProps<Item, Key> & {
  selection: Selection<Key>
  onDelete: (item: Item) => void
}

export function ItemTable<Item, Key extends string | number>(props: Props<Item, Key>) {
  const { resource, items, columns, selection, onDelete, renderCells, renderForm, whenEmpty } = props
  const { noun, subject, keyOf, nameOf } = resource
  const [editing, setEditing] = useState<Item | null>(null)
  const [edited, setEdited] = useState<Key | null>(null)
  const editedKey = editing === null ? null : keyOf(editing)
  // An item deleted by a colleague keeps its row, and with it the typed values.
  const isGone = editing !== null && !items.some((item) => keyOf(item) === editedKey)
  const rows = isGone ? [...items, editing] : items
  const close = () => {
    setEdited(editedKey)
    setEditing(null)
  }
  if (rows.length === 0) return <EmptyState title={`등록된 ${subject} 없습니다.`}>{whenEmpty}</EmptyState>
  return (
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
          name={nameOf(item)}
          columns={columns.length + 2}
          cells={renderCells(item)}
          chosen={selection.has(keyOf(item))}
          onPress={(toHere) => selection.press(keyOf(item), toHere)}
          onDelete={() => onDelete(item)}
          onEdit={renderForm && (() => setEditing(item))}
          wasEdited={edited === keyOf(item)}
          form={editing && keyOf(item) === editedKey && renderForm?.(editing, close)}
        />
      ))}
    </Table>
  )
}
