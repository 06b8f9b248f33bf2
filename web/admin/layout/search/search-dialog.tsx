import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { Link } from 'wouter'
import { listMembers } from '../../../../contract/admin/members.ts'
import { searchEverything, SHORTEST_SEARCH } from '../../../../contract/admin/search.ts'
import { useRead } from '../../../api/reads/use-read.ts'
import { isComposing } from '../../../browser/is-composing.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { figures } from '../../../ui/figures.ts'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { EmptyState, RetryNote } from '../../../ui/page.tsx'
import { LoadState, useReads } from '../../components/load-state.tsx'
import { useMay } from '../../components/use-may.ts'
import { allOf, groupsOf, type Found } from './results.tsx'
import './search.css'

const fieldIn = (holder: RefObject<HTMLElement | null>) => holder.current!.querySelector('input')!

type Props = { words: string; onClose: () => void }

export default function SearchDialog({ words, onClose }: Props) {
  const [q, search] = useState(words)
  const holder = useRef<HTMLDivElement>(null)
  const isAsked = q.length >= SHORTEST_SEARCH
  const found = useRead(searchEverything, { query: { q } }, { enabled: isAsked, keepPrevious: true })
  const reads = useReads({ found }, '검색하지 못했습니다.', { isBanner: true })
  const what = useMay()(listMembers) ? '회원, 예약, 도슨트·미팅룸' : '예약, 도슨트·미팅룸'
  useEffect(() => fieldIn(holder).focus(), [])
  const press = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey } = event
    if (isComposing(event.nativeEvent)) return
    const field = fieldIn(holder)
    const links = [...holder.current!.querySelectorAll('a')]
    const at = links.indexOf(target as HTMLAnchorElement)
    // Enter would also press the button that gets the focus back.
    if (['ArrowDown', 'ArrowUp', 'Enter'].includes(key) && (target === field || key !== 'Enter'))
      event.preventDefault()
    if (key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
    else if (key === 'ArrowUp') (links[at - 1] ?? field).focus()
    // Typing moves focus to the field.
    else if (at >= 0 && key.length === 1 && !ctrlKey && !metaKey) field.focus()
    // Results may belong to the previous query.
    else if (key === 'Enter' && target === field && !reads.isBusy && field.value.trim() === q)
      links[0]?.click()
  }
  return (
    <div className="search-everything">
      <Dialog title="전체 검색" wide onClose={onClose}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Hears the keys of field and links. */}
        <div className="stack" ref={holder} onKeyDown={press}>
          <SearchField label="전체 검색" placeholder={what} value={q} onSearch={search} />
          {isAsked ? (
            <>
              <RetryNote shown={found.isRetrying} />
              <LoadState reads={reads}>
                {({ found }) => <Results found={found} q={q} isBusy={reads.isBusy} onGo={onClose} />}
              </LoadState>
            </>
          ) : (
            <p className="muted">
              <span>{`${what}를 두 글자 이상으로 찾습니다. 예약은 번호나 입장 코드로도 찾을 수 있습니다.`}</span>
            </p>
          )}
        </div>
      </Dialog>
    </div>
  )
}

type ResultsProps = { found: Found; q: string; isBusy: boolean; onGo: () => void }

function Results({ found, q, isBusy, onGo }: ResultsProps) {
  const groups = groupsOf(found, q)
  // Lets the member page's back link reopen this search.
  const link = { className: 'search-everything__result', state: { searched: q }, onClick: onGo }
  return (
    <div className="stack search-everything__found" aria-busy={isBusy}>
      <p {...figures('visually-hidden')} role="status">
        {groups.map(allOf).join(', ')}
      </p>
      {groups.length === 0 && (
        <EmptyState title="검색 결과가 없습니다.">
          이름, 회사, 전화번호의 일부로도 찾을 수 있습니다.
        </EmptyState>
      )}
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h3 className="small muted">{group.title}</h3>
          <ul>
            {group.results.map(({ id, to, name, badge, about }) => (
              <li key={id}>
                <Link to={to} {...link}>
                  <span {...figures('strong')}>{name}</span> {badge && <span>{badge}</span>}{' '}
                  <span {...figures('muted')}>{about.join(' · ')}</span>
                </Link>
              </li>
            ))}
            {group.count > group.results.length && (
              <li>
                <Link to={group.all} {...link}>
                  <span className="strong">{`${allOf(group)} 모두 보기`}</span>
                </Link>
              </li>
            )}
          </ul>
        </section>
      ))}
    </div>
  )
}
