import { ALL_TEXT } from '../../../contract/admin/calendar-feeds.ts'
import { useId, useState, type ComponentType, type ReactNode } from 'react'
import { momentText } from '../../components/reservation/reservation-text.ts'
import { AddressField } from '../../components/qr/address-field.tsx'
import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useFocusFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { Cell, Row, Table } from '../../ui/list/table.tsx'
import { EmptyState, Skeletons } from '../../ui/page.tsx'
import { copyToClipboard } from '../components/copy-to-clipboard.ts'
import { LoadState, useReads, type Read } from '../components/load-state.tsx'
import { WriteDialog } from '../components/write-dialog.tsx'
import type { AddressDialogProps } from './address-form.tsx'
import { figures } from '../../ui/figures.ts'

type Given = {
  id: number
  docent: { name: string } | null
  room: { name: string } | null
  created_by: string
  last_used_at: string | null
}

type Words = {
  title: string
  hint: string
  /** For one, as in `링크 복사`; `table` names all. */
  noun: string
  table: string
  none: string
  invitation: string
  /** Title, purpose and button of the dialog that shows a new one. */
  made: string
  use: string
  copy: string
  effect: string
  subject: string
}

type Opener = ComponentType<{ url: string }> | undefined

type Props<Item extends Given> = {
  words: Words
  list: Read<readonly Item[] | undefined>
  /** Columns between 대상 and 만든 사람. */
  facts: readonly { name: string; of: (item: Item) => ReactNode }[]
  revoke: (id: number) => Promise<{ message: string }>
  refresh: () => Promise<unknown>
  /** Beside copying, in the dialog that shows a new one. */
  Open?: Opener
  /** The dialog that makes one. */
  children: (asked: Pick<AddressDialogProps<Item>, 'onMade' | 'onClose'>) => ReactNode
}

const nameOf = ({ docent, room }: Pick<Given, 'docent' | 'room'>): string =>
  (docent ?? room)?.name ?? ALL_TEXT

export function AddressesSection<Item extends Given>(props: Props<Item>) {
  const { words, facts, list, revoke, refresh, Open, children } = props
  const reads = useReads({ list }, `${words.noun} 목록을 불러오는데 실패했습니다.`, { isBanner: true })
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<{ item: Item; url: string } | null>(null)
  const [revoking, setRevoking] = useState<Item | null>(null)
  // The server gives an address once; it can be copied until this screen is left.
  const [addresses, setAddresses] = useState<ReadonlyMap<number, string>>(new Map())
  const titleId = useId()
  const holder = useFocusFallback<HTMLElement>()
  const name = `${words.noun} 해지`
  return (
    <section
      className="day-sheets__links stack screen-only"
      data-gap="12"
      ref={holder}
      aria-labelledby={titleId}
    >
      <div className="row day-sheets__links-head" data-wrap data-spread>
        <div>
          <h2 id={titleId} tabIndex={-1}>
            <span>{words.title}</span> {list.data && <span {...figures('muted')}>{list.data.length}개</span>}
          </h2>
          <p className="muted small">{words.hint}</p>
        </div>
        <Button onClick={() => setMaking(true)}>{`${words.noun} 만들기`}</Button>
      </div>
      <LoadState reads={reads} skeleton={<Skeletons count={2} shape="cell" />}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={words.none}>{words.invitation}</EmptyState>
          ) : (
            <AddressTable<Item> {...{ words, facts, addresses }} items={list} onRevoke={setRevoking} />
          )
        }
      </LoadState>
      {isMaking &&
        children({
          onMade: (next) => {
            setAddresses(new Map(addresses).set(next.item.id, next.url))
            setMaking(false)
            setMade(next)
          },
          onClose: () => setMaking(false),
        })}
      {made && <MadeDialog words={words} {...made} Open={Open} onClose={() => setMade(null)} />}
      {revoking && (
        <WriteDialog
          title={name}
          action={name}
          failed={`${name}에 실패했습니다.`}
          before="이미 해지되었습니다."
          write={() => revoke(revoking.id)}
          refresh={refresh}
          onClose={() => setRevoking(null)}
        >
          <p>
            <strong translate="no">{nameOf(revoking)}</strong>{' '}
            <span>{`${words.subject} 해지하시겠습니까? ${words.effect}`}</span>
          </p>
        </WriteDialog>
      )}
    </section>
  )
}

type MadeProps = { words: Words; item: Given; url: string; Open: Opener; onClose: () => void }

const MadeDialog = ({ words, item, url, Open, onClose }: MadeProps) => (
  <Dialog
    title={words.made}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>닫기</Button>
        <Button kind="primary" data-autofocus onClick={() => void copyToClipboard(url)}>
          {words.copy}
        </Button>
      </>
    }
  >
    <div className="stack" data-gap="12">
      <p>
        <strong translate="no">{nameOf(item)}</strong>{' '}
        <span>{`${words.use} 이 주소는 다시 표시되지 않으니 지금 복사해 전달해주세요.`}</span>
      </p>
      <AddressField label="주소" url={url} />
      {Open && (
        <div>
          <Open url={url} />
        </div>
      )}
      <p className="muted small">주소를 아는 사람은 누구나 방문자의 연락처를 볼 수 있습니다.</p>
    </div>
  </Dialog>
)

type TableProps<Item extends Given> = Pick<Props<Item>, 'words' | 'facts'> & {
  items: readonly Item[]
  addresses: ReadonlyMap<number, string>
  onRevoke: (item: Item) => void
}

function AddressTable<Item extends Given>({ words, facts, items, addresses, onRevoke }: TableProps<Item>) {
  const columns = [
    { name: '대상' },
    ...facts.map(({ name }) => ({ name })),
    { name: '만든 사람' },
    { name: '마지막 사용' },
    { name: '복사와 해지', quiet: true },
  ]
  return (
    <Table label={words.table} columns={columns}>
      {items.map((item) => (
        <Row key={item.id}>
          <Cell kind="title">{nameOf(item)}</Cell>
          {facts.map(({ name, of }) => (
            <Cell key={name} label={name}>
              <span {...figures()}>{of(item)}</span>
            </Cell>
          ))}
          <Cell label="만든 사람">{item.created_by}</Cell>
          <Cell label="마지막 사용">
            <span {...figures()}>{item.last_used_at ? momentText(item.last_used_at) : '사용한 적 없음'}</span>
          </Cell>
          <Cell kind="actions">
            <span className="day-sheets__link-actions">
              {addresses.has(item.id) && (
                <Button
                  size="small"
                  aria-label={`${nameOf(item)} ${words.noun} 복사`}
                  onClick={() => void copyToClipboard(addresses.get(item.id)!)}
                >
                  복사
                </Button>
              )}
              <Button
                size="small"
                aria-label={`${nameOf(item)} ${words.noun} 해지`}
                onClick={() => onRevoke(item)}
              >
                해지
              </Button>
            </span>
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
