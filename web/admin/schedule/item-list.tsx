import { useRef, useState, type ReactNode, useEffect } from 'react'
import { ActionBar } from '../components/action-bar.tsx'
import { useSelection, type Selection } from '../components/use-selection.ts'
import { lazy } from '../../shell/lazy.tsx'
import { Button } from '../../ui/controls.tsx'
import { useKey } from './use-key.ts'
import { adminToast } from '../../ui/toast.ts'
import type AskDeletion from './deletion-dialog.tsx'
import type { Wanted } from './deletion-dialog.tsx'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { EmptyState } from '../../ui/page.tsx'
import { Table, Cell, Row, WholeRow } from '../../ui/list/table.tsx'
import { DATES, type DeletableResource } from './deletable-resource.ts'
import { IconButton } from '../../ui/list/icon-button.tsx'

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
        {/* That of dates alone is hidden without a choice. */}
        {(chosen.length > 0 || resource.noun !== DATES.noun) && (
          <Button
            size="small"
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

type ItemTableProps<Item, Key extends string | number> = {
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

function ItemTable<Item, Key extends string | number>(props: Props<Item, Key>) {
  const { resource, items, columns, selection, onDelete, renderCells, renderForm, whenEmpty } = props
  const { noun, subject, keyOf, nameOf } = resource
  // Several at once, so that another form does not take what was typed.
  const [editing, setEditing] = useState<readonly Item[]>([])
  const [edited, setEdited] = useState<Key | null>(null)
  const openOf = (key: Key) => editing.find((item) => keyOf(item) === key)
  // An item deleted by a colleague keeps its row, and with it the typed values.
  const gone = editing.filter((open) => !items.some((item) => keyOf(item) === keyOf(open)))
  const rows = [...items, ...gone]
  const formOf = (open: Item | undefined) =>
    open &&
    renderForm?.(open, () => {
      setEdited(keyOf(open))
      setEditing((all) => all.filter((each) => each !== open))
    })
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
          onEdit={renderForm && (() => setEditing([...editing, item]))}
          wasEdited={edited === keyOf(item)}
          form={formOf(openOf(keyOf(item)))}
        />
      ))}
    </Table>
  )
}

type ItemRowProps = {
  name: string
  /** Including checkbox and buttons. */
  columns: number
  cells: ReactNode
  chosen: boolean
  onPress: (toHere: boolean) => void
  onDelete: () => void
  onEdit?: (() => void) | undefined
  /** Changed last: the focus returns to its button. */
  wasEdited: boolean
  form: ReactNode
}

function ItemRow(props: ItemRowProps) {
  const { name, columns, cells, chosen, onPress, onDelete, onEdit, wasEdited, form } = props
  const editButton = useRef<HTMLButtonElement>(null)
  const isOpen = Boolean(form)
  useEffect(() => {
    // Another open form keeps the focus.
    if (wasEdited && !isOpen && document.activeElement === document.body) editButton.current?.focus()
  }, [wasEdited, isOpen])
  if (isOpen) return <WholeRow columns={columns}>{form}</WholeRow>
  return (
    <Row chosen={chosen}>
      <Cell kind="select">
        <Checkbox
          quiet
          checked={chosen}
          onChange={({ nativeEvent }) => onPress((nativeEvent as unknown as MouseEvent).shiftKey)}
        >
          {`${name} 선택`}
        </Checkbox>
      </Cell>
      {cells}
      <Cell kind="actions">
        {onEdit && <IconButton icon="edit" name={`${name} 수정`} ref={editButton} onClick={onEdit} />}
        <IconButton icon="trash" kind="danger" name={`${name} 삭제`} onClick={onDelete} />
      </Cell>
    </Row>
  )
}
