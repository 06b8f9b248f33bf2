import { Icon } from '../icon.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import { GAP, pageCount, pageList } from './page-list.ts'
import { figures } from '../figures.ts'
import './pager.css'

type Props = {
  label: string
  page: number
  count: number
  pageSize: number
  onPage: (page: number) => void
}

export function Pager({ label, page, count, pageSize, onPage }: Props) {
  const around = useIsNarrow() ? 1 : 2
  const pages = pageCount(count, pageSize)
  if (pages === 1) return null
  return (
    <nav className="pager" aria-label={label}>
      <Step name="이전 페이지" icon="back" to={page - 1} pages={pages} onPage={onPage} />
      <ol className="pager__list">
        {pageList(page, pages, around).map((each, i) =>
          each === GAP ? (
            <li key={`gap-${i}`} className="pager__gap">
              {GAP}
            </li>
          ) : (
            <li key={each}>
              <button
                type="button"
                {...figures('pager__page')}
                aria-current={each === page ? 'page' : undefined}
                onClick={() => onPage(each)}
              >
                <span>
                  {each}
                  <span className="visually-hidden">페이지</span>
                </span>
              </button>
            </li>
          ),
        )}
      </ol>
      <Step name="다음 페이지" icon="forward" to={page + 1} pages={pages} onPage={onPage} />
    </nav>
  )
}

type StepProps = Pick<Props, 'onPage'> & {
  name: string
  icon: 'back' | 'forward'
  to: number
  pages: number
}

const Step = ({ name, icon, to, pages, onPage }: StepProps) => {
  const leads = to >= 1 && to <= pages
  return (
    <button
      type="button"
      className="pager__page"
      data-icon={icon}
      aria-label={name}
      // Not `disabled`, which would drop the focus.
      aria-disabled={leads ? undefined : true}
      onClick={() => leads && onPage(to)}
    >
      <Icon name="back" />
    </button>
  )
}
