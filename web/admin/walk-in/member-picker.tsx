import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { listMembers } from '../../../contract/admin/members.ts'
import { SHORT_TEXT } from '../../../contract/admin/search.ts'
import { isLongEnough, searchWalkIns } from '../../../contract/admin/walk-ins.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { isComposing } from '../../browser/is-composing.ts'
import { TierBadge } from '../../components/tier.tsx'
import { useMay } from '../components/use-may.ts'
import { useMembers } from '../components/use-members.ts'
import { FieldFrame } from '../../ui/controls.tsx'
import { useSettled } from '../components/use-settled.ts'
import type { Known } from './use-walk-in-form.ts'
import { figures } from '../../ui/figures.ts'
import './member-picker.css'

type Props = {
  name: string
  error?: ReactNode
  initial: Known | null
  /** Null while searching. */
  onPick: (member: Known | null) => void
  /** `searched`: the text of the search. */
  onNew: (searched: string) => void
  onGuest: (searched: string) => void
}

export function MemberPicker({ name, error, initial, onPick, onNew, onGuest }: Props) {
  const listId = useId()
  const [text, setText] = useState(initial?.name ?? '')
  const [picked, setPicked] = useState(initial)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const found = useFound(picked ? '' : text)
  const options = found.members
  const at = Math.min(active, options.length - 1)
  const isListed = isOpen && options.length > 0

  const type = (typed: string) => {
    setText(typed)
    setOpen(true)
    setActive(0)
    onPick(null)
    setPicked(null)
  }
  const pick = (member: Known) => {
    setText(member.name)
    setPicked(member)
    setOpen(false)
    onPick(member)
  }
  const press = (event: KeyboardEvent) => {
    // Keys that finish a syllable belong to the input method.
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape' && isListed) setOpen(false)
    else if (event.key === 'Enter' && isListed) pick(options[at]!)
    else if (event.key === 'ArrowDown' && options.length > 0) {
      setActive(isListed ? (at + 1) % options.length : 0)
      setOpen(true)
    } else if (event.key === 'ArrowUp' && isListed) setActive((at + options.length - 1) % options.length)
    // Enter picks; it does not submit a half-filled form.
    else if (event.key !== 'Enter') return
    event.preventDefault()
  }
  return (
    <div className="member-picker">
      <FieldFrame
        label="회원"
        name={name}
        error={error}
        hint={picked ? <Picked member={picked} /> : <Found {...found} />}
      >
        {(wired) => (
          <input
            {...wired}
            className="field__control"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isListed}
            aria-controls={listId}
            aria-activedescendant={isListed ? `${listId}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            placeholder="이름, 회사 또는 전화번호"
            value={text}
            data-autofocus
            onChange={(event) => type(event.target.value)}
            onKeyDown={press}
            onFocus={() => setOpen(true)}
            onBlur={() => setOpen(false)}
          />
        )}
      </FieldFrame>
      {!picked && (
        <div className="row" data-wrap>
          <button type="button" className="member-picker__new" onClick={() => onNew(text.trim())}>
            회원이 아닌가요? 새 회원으로 등록
          </button>
          <button type="button" className="member-picker__new" onClick={() => onGuest(text.trim())}>
            계정 없이 예약
          </button>
        </div>
      )}
      <div
        className="member-picker__list"
        id={listId}
        role="listbox"
        aria-label="검색된 회원"
        hidden={!isListed}
      >
        {isListed &&
          options.map((member, i) => (
            <Option
              key={member.id}
              id={`${listId}-${i}`}
              member={member}
              isActive={i === at}
              onPick={() => pick(member)}
            />
          ))}
      </div>
    </div>
  )
}

type OptionProps = { id: string; member: Known; isActive: boolean; onPick: () => void }

function Option({ id, member, isActive, onPick }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // The field handles keys and keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
    <div
      ref={ref}
      id={id}
      className="member-picker__option"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // Keeps the focus in the field; losing it closes the list.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span>
        <span {...figures('strong')}>{member.name}</span> <TierOf member={member} />
      </span>
      <span {...figures('muted small')}>
        {[member.company_name, member.phone].filter(Boolean).join(' · ')}
      </span>
    </div>
  )
}

const TierOf = ({ member: { is_vip, is_vvip } }: { member: Known }) =>
  is_vip !== undefined && is_vvip !== undefined && <TierBadge of={{ is_vip, is_vvip }} />

const Picked = ({ member }: { member: Known }) => (
  <span className="row" data-wrap>
    <span {...figures()}>
      {[member.company_name, member.position].filter(Boolean).join(' ')}
      {member.phone && ` · ${member.phone}`}
    </span>
    <TierOf member={member} />
  </span>
)

type FoundProps = ReturnType<typeof useFound>

/** Also for those who don't see the list. */
const Found = ({ state, members, count, retry }: FoundProps) => (
  <span role="status">
    <span>{hintOf(state, members.length, count)}</span>
    {state === 'failed' && (
      <>
        <span>회원을 검색하지 못했습니다.</span>{' '}
        <button type="button" className="member-picker__retry" onClick={retry}>
          다시 시도
        </button>
      </>
    )}
  </span>
)

function hintOf(state: FoundProps['state'], shown: number, count: number): string {
  if (state === 'nothing asked') return '예약할 회원을 검색해 선택해주세요.'
  if (state === 'too short') return SHORT_TEXT
  if (state === 'searching') return '검색 중입니다.'
  if (state === 'failed') return ''
  if (count === 0) return '검색된 회원이 없습니다. 이름이나 전화번호를 확인해주세요.'
  return count === shown
    ? `${count}명이 검색되었습니다.`
    : `${count}명 중 ${shown}명입니다. 더 입력해 좁혀주세요.`
}

function useFound(text: string) {
  const search = useSettled(text.trim())
  const maySeeAll = useMay()(listMembers)
  const members = useMembers({ search }, { enabled: maySeeAll && search !== '' })
  const few = useRead(
    searchWalkIns,
    { query: { q: search } },
    { enabled: !maySeeAll && isLongEnough(search) },
  )
  const { isError, refetch } = maySeeAll ? members : few
  const data = maySeeAll ? members.data : few.data && { results: few.data, count: few.data.length }
  const isAsked = search !== '' && search === text.trim()
  const state =
    text.trim() === ''
      ? 'nothing asked'
      : isAsked && data
        ? 'found'
        : isAsked && isError
          ? 'failed'
          : !maySeeAll && !isLongEnough(search)
            ? 'too short'
            : 'searching'
  return {
    state,
    members: state === 'found' ? (data!.results as Known[]) : [],
    count: state === 'found' ? data!.count : 0,
    retry: () => void refetch(),
  }
}
