import type { Docent, Room } from '../../../contract/place.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { Options } from '../components/options.tsx'
import { SelectField } from '../../ui/controls.tsx'
import type { PlaceChoice } from './sheet-choice.ts'

type Props = {
  dates: readonly string[]
  docents: readonly Docent[]
  rooms: readonly Room[]
  date: string
  place: PlaceChoice
  onChoose: (choice: { date: string } | { place: string }) => void
}

export const SheetBar = ({ dates, docents, rooms, date, place, onChoose }: Props) => (
  <div className="day-sheets__bar screen-only">
    <SelectField
      label="날짜"
      name="date"
      value={date}
      onChange={(event) => onChoose({ date: event.target.value })}
    >
      <Options of={dates} text={koreanDate} />
    </SelectField>
    <SelectField
      label="도슨트 · 미팅룸"
      name="place"
      value={place}
      onChange={(event) => onChoose({ place: event.target.value })}
    >
      {docents.length > 0 && <option value="tour">모든 도슨트</option>}
      <option value="meeting">모든 미팅룸</option>
      <PlaceOptions docents={docents} rooms={rooms} />
    </SelectField>
  </div>
)

export const PlaceOptions = ({ docents, rooms }: Pick<Props, 'docents' | 'rooms'>) => (
  <>
    <optgroup label="도슨트">
      {docents.map(({ id, name, language }) => (
        <option key={id} value={`docent:${id}`} translate="no">
          {name} ({language})
        </option>
      ))}
    </optgroup>
    <optgroup label="미팅룸">
      {rooms.map(({ id, name, floor }) => (
        <option key={id} value={`room:${id}`} translate="no">
          {name} ({floor}층)
        </option>
      ))}
    </optgroup>
  </>
)
