import { useEffect, useRef, type ReactNode } from 'react'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { IconButton } from '../../ui/list/icon-button.tsx'
import { Cell, Row, WholeRow } from '../../ui/list/table.tsx'

type Props = {
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

export function ItemRow(props: Props) {
  const { name, columns, cells, chosen, onPress, onDelete, onEdit, wasEdited, form } = props
  const editButton = useRef<HTMLButtonElement>(null)
  const isOpen = Boolean(form)
  useEffect(() => {
    if (wasEdited && !isOpen) editButton.current?.focus()
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
