import type { ReactNode } from 'react'
import type { Docent, Room } from '../../../contract/place.ts'
import { Button, SelectField } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormError, type useForm, type Typed } from '../../ui/form/form.tsx'
import { PlaceOptions } from './sheet-bar.tsx'
import type { PlaceChoice } from './sheet-choice.ts'

export type AddressDialogProps<Item> = {
  docents: readonly Docent[]
  rooms: readonly Room[]
  place: PlaceChoice
  onMade: (made: { item: Item; url: string }) => void
  onClose: () => void
}

export const chosenPlace = (place: PlaceChoice) => ({ resource_id: place.includes(':') ? place : '' })

export function placeTyped({ resource_id: chosen }: Typed) {
  const [kind, id] = typeof chosen === 'string' ? chosen.split(':') : []
  return { type: kind === 'room' ? 'room' : 'tour', resource_id: id && Number(id) }
}

type FormDialogProps = Pick<AddressDialogProps<unknown>, 'docents' | 'rooms' | 'onClose'> & {
  title: string
  /** The choice of everything, if there is one. */
  all?: string
  form: Pick<ReturnType<typeof useForm>, 'props' | 'error' | 'pending' | 'field'>
  children: ReactNode
}

export const AddressForm = ({ title, all, form, docents, rooms, onClose, children }: FormDialogProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <Button type="submit" form="address-form" kind="primary" pending={form.pending}>
        {title}
      </Button>
    }
  >
    <form {...form.props} id="address-form" className="stack" aria-label={title}>
      <SelectField label="도슨트 · 미팅룸" required {...form.field('resource_id')}>
        <option value="">선택해주세요</option>
        {all && <option value="all">{all}</option>}
        <PlaceOptions docents={docents} rooms={rooms} />
      </SelectField>
      {children}
      <FormError text={form.error} />
    </form>
  </Dialog>
)
