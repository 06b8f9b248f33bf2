import { useEffect, type CSSProperties, type ReactNode } from 'react'
import { madridTime, type Instant } from '../../domain/madrid-time.ts'
import type { Tone } from './board-text.ts'
import { lazy } from '../shell/lazy.tsx'
import { stepAt } from './day-layout.ts'
import { ON_WALL } from './served-build.ts'
import { figures } from '../ui/figures.ts'
import './board.css'

type Props = { title: string; tone: Tone; now: Instant; children: ReactNode }

export function BoardWall({ title, tone, now, children }: Props) {
  useEffect(() => {
    document.title = title
  }, [title])
  const [x, y] = stepAt(now)
  const style = { '--step-x': x, '--step-y': y, background: `var(--board-${tone})` } as CSSProperties
  return (
    <main className="board" data-tone={tone} style={style}>
      {children}
    </main>
  )
}

/** Characters that fit on one line beside the clock. */
const ONE_LINE = 12

type HeadProps = { name: string; now: Instant; since: string | null; children?: ReactNode }

const BoardFace = lazy(() => import('./face/board-face.tsx'), ON_WALL)

export const BoardHead = ({ name, now, since, children }: HeadProps) => (
  <header className="board__head">
    <div>
      <h1 className="two-lines board__room" data-long={name.length > ONE_LINE}>
        <bdi translate="no">{name}</bdi>
      </h1>
      {children}
    </div>
    <div className="board__side">
      {since !== null && <p {...figures('board__since')}>{since} 기준</p>}
      <time {...figures('board__clock')}>{madridTime(now)}</time>
      <BoardFace now={now} />
    </div>
  </header>
)
