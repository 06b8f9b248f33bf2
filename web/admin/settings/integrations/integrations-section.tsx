import { Webhooks } from './webhooks.tsx'
import { useState } from 'react'
import { listApiTokens, revokeApiToken, type ApiToken } from '../../../../contract/admin/api-tokens.ts'
import { API_SCOPE_TEXT } from '../../../../contract/text/integration-text.ts'
import { koreanDate, madridDate } from '../../../../domain/madrid-time.ts'
import { call } from '../../../api/client.ts'
import { confirmed } from '../../components/with-toast.ts'
import { refresh, usePolled } from '../../../api/reads/use-read.ts'
import { useNow } from '../../../browser/clock.ts'
import { momentText } from '../../../components/reservation/reservation-text.ts'
import { lazy } from '../../../shell/lazy.tsx'
import { Button, ButtonLink } from '../../../ui/controls.tsx'
import { useFocusFallback } from '../../../ui/dialog/use-focus-fallback.ts'
import { Badge } from '../../../ui/list/badge.tsx'
import { Cell, Row, Table } from '../../../ui/list/table.tsx'
import { EmptyState, Skeletons } from '../../../ui/page.tsx'
import { LoadState, useReads } from '../../components/load-state.tsx'
import { WriteDialog } from '../../components/write-dialog.tsx'
import { figures } from '../../../ui/figures.ts'
import './integrations.css'

export default function IntegrationsSection() {
  return (
    <div className="stack">
      <Webhooks />
      <ApiTokens />
    </div>
  )
}

const ApiTokenDialog = lazy(() => import('./api-token-dialog.tsx'))
const SecretDialog = lazy(() => import('./secret-dialog.tsx'))

const SECRET_HINT = '이 키를 가진 프로그램은 고른 권한만큼 읽거나 바꿀 수 있습니다.'

function ApiTokens() {
  const tokens = usePolled(listApiTokens, {})
  const reads = useReads({ tokens }, 'API 토큰 목록을 불러오는데 실패했습니다.', { isBanner: true })
  const holder = useFocusFallback<HTMLElement>()
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [revoking, setRevoking] = useState<ApiToken | null>(null)
  const added = (made: string) => {
    setAdding(false)
    setSecret(made)
  }
  return (
    <section className="stack" data-gap="12" ref={holder} aria-labelledby="api-tokens">
      <div className="row integrations__head" data-wrap data-spread>
        <h2 id="api-tokens" tabIndex={-1}>
          API 토큰
        </h2>
        <div className="row" data-wrap>
          <ButtonLink kind="quiet" href="/api/docs" target="_blank" rel="noreferrer">
            API 문서
          </ButtonLink>
          <Button onClick={() => setAdding(true)}>토큰 만들기</Button>
        </div>
      </div>
      <p className="muted">
        다른 프로그램이 예약·일정·회원을 읽거나 처리할 때 사용합니다. 관리자와 설정은 토큰으로 바꿀 수
        없습니다.
      </p>
      <LoadState reads={reads} skeleton={<Skeletons count={2} shape="cell" />}>
        {({ tokens: found }) =>
          found.length === 0 ? (
            <EmptyState title="API 토큰이 없습니다.">토큰은 프로그램마다 따로 만들어주세요.</EmptyState>
          ) : (
            <TokenTable tokens={found} onRevoke={setRevoking} />
          )
        }
      </LoadState>
      {isAdding && <ApiTokenDialog onAdded={added} onClose={() => setAdding(false)} />}
      {secret !== null && (
        <SecretDialog
          title="API 토큰을 만들었습니다"
          what="토큰 키"
          secret={secret}
          hint={SECRET_HINT}
          onClose={() => setSecret(null)}
        />
      )}
      {revoking && (
        <WriteDialog
          title="API 토큰 해지"
          action="토큰 1개 해지"
          failed="API 토큰을 해지하지 못했습니다."
          before="이미 해지되었습니다."
          write={() => confirmed(() => call(revokeApiToken, { params: { id: revoking.id } }))}
          refresh={() => refresh(listApiTokens)}
          onClose={() => setRevoking(null)}
        >
          <p>
            <strong translate="no">{revoking.name}</strong> 토큰을 해지하시겠습니까? 이 토큰을 쓰는 프로그램은
            바로 연결이 끊깁니다.
          </p>
        </WriteDialog>
      )}
    </section>
  )
}

const COLUMNS = [
  { name: '이름' },
  { name: '권한' },
  { name: '만료일' },
  { name: '마지막 사용' },
  { name: '해지', quiet: true },
]

type TableProps = { tokens: readonly ApiToken[]; onRevoke: (token: ApiToken) => void }

const TokenTable = ({ tokens, onRevoke }: TableProps) => (
  <Table label="API 토큰" columns={COLUMNS}>
    {tokens.map((token) => (
      <Row key={token.id}>
        <Cell kind="title">
          <span translate="no">{token.name}</span>
          <span {...figures('settings__beneath')}>
            {token.created_by} · {momentText(token.created_at)}
          </span>
        </Cell>
        <Cell label="권한">{token.scopes.map((scope) => API_SCOPE_TEXT[scope]).join(', ')}</Cell>
        <Cell label="만료일">
          <Expiry at={token.expires_at} />
        </Cell>
        <Cell label="마지막 사용">
          <span {...figures()}>{token.last_used_at ? momentText(token.last_used_at) : '없음'}</span>
        </Cell>
        <Cell kind="actions">
          <Button size="small" kind="quiet-danger" onClick={() => onRevoke(token)}>
            해지
            <span {...figures('visually-hidden')}>: {token.name}</span>
          </Button>
        </Cell>
      </Row>
    ))}
  </Table>
)

function Expiry({ at }: { at: string | null }) {
  const now = useNow(60_000)
  if (at === null) return '없음'
  const ends = Date.parse(at)
  if (ends <= now) return <Badge tone="ended">만료됨</Badge>
  // It expires at midnight after its last day.
  return <span {...figures()}>{koreanDate(madridDate(ends - 1))}</span>
}
