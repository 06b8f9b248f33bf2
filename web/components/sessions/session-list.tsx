import { useState } from 'react'
import type { Session } from '../../../contract/sessions.ts'
import { Button } from '../../ui/controls.tsx'
import { longMoment } from '../moment-text.ts'
import { figures } from '../../ui/figures.ts'
import './session-list.css'

type Props = {
  sessions: readonly Session[]
  /** Both report their own result. */
  onEnd: (session: Session) => Promise<unknown>
  onEndOthers: () => Promise<unknown>
}

export function SessionList({ sessions, onEnd, onEndOthers }: Props) {
  const [pending, setPending] = useState<number | 'others' | null>(null)
  const act = (which: number | 'others', work: () => Promise<unknown>) => async () => {
    setPending(which)
    await work()
    setPending(null)
  }
  return (
    <>
      <ul className="sessions card">
        {sessions.map((session) => (
          <li key={session.id} className="sessions__one">
            <div>
              <p className="strong">{session.device}</p>
              <p {...figures('muted small')}>
                {session.current ? '지금 사용 중인 기기' : `마지막 사용 ${longMoment(session.last_seen_at)}`}
              </p>
            </div>
            {!session.current && (
              <Button
                kind="quiet-danger"
                size="small"
                aria-label={`${session.device} 로그아웃`}
                pending={pending === session.id}
                disabled={pending === 'others'}
                onClick={act(session.id, () => onEnd(session))}
              >
                로그아웃
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button pending={pending === 'others'} onClick={act('others', onEndOthers)} wide>
          다른 기기 모두 로그아웃
        </Button>
      )}
    </>
  )
}
