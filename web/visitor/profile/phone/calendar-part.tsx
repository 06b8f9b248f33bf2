import { useId, useState } from 'react'
import { getOwnFeed, makeOwnFeed, revokeOwnFeed, type OwnFeed } from '../../../../contract/calendar-feed.ts'
import { ApiError, call } from '../../../api/client.ts'
import { patchCache, refresh, useRead } from '../../../api/reads/use-read.ts'
import { CalendarLink, isAndroid } from '../../../components/calendar-link.tsx'
import { momentText } from '../../../components/reservation/reservation-text.ts'
import { AddressField } from '../../../components/qr/address-field.tsx'
import { Button } from '../../../ui/controls.tsx'
import { ReadError, Skeletons } from '../../../ui/page.tsx'
import { visitorToast } from '../../../ui/toast.ts'
import { toastAfterUnmount } from '../../components/toast-after-unmount.ts'
import { figures } from '../../../ui/figures.ts'

export function CalendarPart() {
  const own = useRead(getOwnFeed, {})
  // The service shows the address only once.
  const [url, setUrl] = useState<string | null>(null)
  const titleId = useId()
  return (
    <section className="phone__part stack" data-gap="8" aria-labelledby={titleId} aria-busy={!own.data}>
      <h3 id={titleId}>내 캘린더에 구독</h3>
      <p className="muted small">
        신청·승인된 내 예약이 휴대폰 캘린더에 표시되고, 변경되거나 취소되면 따라서 바뀝니다.
      </p>
      {own.data ? (
        <Link feed={own.data.feed} url={url} onUrl={setUrl} />
      ) : own.isError ? (
        <ReadError title="캘린더 구독 정보를 불러오는데 실패했습니다." read={own} />
      ) : (
        <Skeletons count={1} shape="cell" />
      )}
    </section>
  )
}

// After a logout the login screen explains itself.
const tell = toastAfterUnmount('캘린더 구독')

type Props = { feed: OwnFeed | null; url: string | null; onUrl: (url: string | null) => void }

function Link({ feed, url, onUrl }: Props) {
  const [isPending, setPending] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setPending(true)
    try {
      await work()
    } catch (failure) {
      const text = failure instanceof ApiError ? failure.text : '네트워크를 확인하고 다시 시도해주세요.'
      tell(`처리하지 못했습니다. ${text}`)
      await refresh(getOwnFeed)
    } finally {
      setPending(false)
    }
  }
  const make = () =>
    attempt(async () => {
      const made = await call(makeOwnFeed, {})
      onUrl(made.url)
      await patchCache(getOwnFeed, () => ({ feed: made.feed }))
    })
  const revoke = () =>
    attempt(async () => {
      const { message } = await call(revokeOwnFeed, {})
      onUrl(null)
      await patchCache(getOwnFeed, () => ({ feed: null }))
      visitorToast.success(message)
    })
  return (
    <>
      {feed && url && <Address url={url} />}
      {feed && !url && <Known feed={feed} />}
      <div className="row" data-wrap>
        <Button kind={feed ? 'secondary' : 'primary'} pending={isPending} onClick={() => void make()}>
          {feed ? '새 주소 만들기' : '구독 주소 만들기'}
        </Button>
        {feed && (
          <Button kind="quiet-danger" disabled={isPending} onClick={() => void revoke()}>
            구독 해지
          </Button>
        )}
      </div>
    </>
  )
}

const Known = ({ feed: { created_at, last_used_at } }: { feed: OwnFeed }) => (
  <p {...figures('small')}>
    {momentText(created_at)}에 만든 주소를 사용 중입니다. 마지막 사용:{' '}
    {last_used_at ? momentText(last_used_at) : '없음'}. 새 주소를 만들면 이전 주소는 바로 끊깁니다.
  </p>
)

function Address({ url }: { url: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      visitorToast.success('주소를 복사했습니다.')
    } catch {
      visitorToast.error('복사하지 못했습니다. 주소를 길게 눌러 복사해주세요.')
    }
  }
  return (
    <>
      <AddressField label="구독 주소" url={url} />
      <div className="row" data-wrap>
        <CalendarLink url={url} />
        <Button onClick={() => void copy()}>주소 복사</Button>
      </div>
      {isAndroid() && (
        <p className="muted small">
          추가되지 않으면 주소를 복사해 컴퓨터의 Google 캘린더에서 ‘URL로 추가’에 붙여넣어 주세요.
        </p>
      )}
      <p className="muted small">
        이 주소는 다시 표시되지 않습니다. 아는 사람은 누구나 내 예약을 볼 수 있으니 다른 사람에게 알리지
        마세요.
      </p>
    </>
  )
}
