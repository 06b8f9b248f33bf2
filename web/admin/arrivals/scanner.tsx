import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { codeIn } from '../../../domain/arrival.ts'
import { startTiming } from '../../browser/clock.ts'
import { Button } from '../../ui/controls.tsx'
import { makeReader } from './qr-reader.ts'

type Props = { onRead: (text: string) => void }

// Fast enough for a phone held still, easy on its battery.
const LOOK_MS = 150
/** A code in view counts once, until it has been out of view this long. */
const SAME_FOR_MS = 4_000

const TROUBLE: Readonly<Record<string, string>> = {
  NotAllowedError: '카메라 사용이 허용되지 않았습니다. 브라우저 설정에서 허용하거나 코드를 입력해주세요.',
  NotFoundError: '사용할 수 있는 카메라가 없습니다. 코드를 입력해주세요.',
  // The reader is a part of its own, which the network may keep back.
  TypeError: 'QR 코드를 읽는 기능을 불러오지 못했습니다. 다시 시도하거나 코드를 입력해주세요.',
  NotReadableError: '다른 프로그램이 카메라를 사용하고 있습니다. 종료한 뒤 다시 시도해주세요.',
}

const NOT_SECURE = '카메라는 HTTPS 주소에서만 사용할 수 있습니다. 코드를 입력해주세요.'

export default function Scanner({ onRead }: Props) {
  const [tries, setTries] = useState(0)
  return <Picture key={tries} onRead={onRead} onAgain={() => setTries(tries + 1)} />
}

function Picture({ onRead, onAgain }: Props & { onAgain: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isSeen, setSeen] = useState(false)
  const read = useEffectEvent((text: string) => {
    navigator.vibrate?.(codeIn(text) === null ? [60, 60, 60] : 60)
    onRead(text)
  })
  useEffect(() => {
    const element = video.current!
    let isOver = false
    let close = () => {}
    const begin = async () => {
      if (!navigator.mediaDevices) return setTrouble(NOT_SECURE)
      try {
        const stream = await openCamera()
        close = () => stream.getTracks().forEach((track) => track.stop())
        if (isOver) return close()
        element.srcObject = stream
        await element.play()
        setSeen(true)
        await watch(element, () => isOver, read)
      } catch (failure) {
        close()
        if (isOver) return undefined
        const { name } = failure as Error
        setTrouble(TROUBLE[name] ?? '카메라를 사용할 수 없습니다. 코드를 입력해주세요.')
      }
      return undefined
    }
    void begin()
    return () => {
      isOver = true
      close()
    }
  }, [])
  return (
    <div className="scanner stack" data-gap="8">
      {trouble === null ? (
        <p className="muted" role="status">
          {isSeen ? 'QR 코드를 화면 가운데에 비춰주세요.' : '카메라를 준비하고 있습니다.'}
        </p>
      ) : (
        <div className="muted stack" data-gap="8" role="alert">
          <p>{trouble}</p>
          <div>
            <Button size="small" onClick={onAgain}>
              다시 시도
            </Button>
          </div>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture without sound */}
      <video
        ref={video}
        className="scanner__picture"
        hidden={trouble !== null}
        aria-label="카메라 화면"
        muted
        playsInline
      />
    </div>
  )
}

const openCamera = () =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  })

async function watch(video: HTMLVideoElement, isOver: () => boolean, onRead: (text: string) => void) {
  const look = await makeReader()
  let last = { text: '', at: -Infinity }
  while (!isOver()) {
    const text = await look(video)
    const at = startTiming()
    if (text !== null && !isOver()) {
      if (text !== last.text || at - last.at > SAME_FOR_MS) onRead(text)
      last = { text, at }
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
