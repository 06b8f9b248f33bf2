import { useState, type SyntheticEvent } from 'react'
import { lazy } from '../../shell/lazy.tsx'
import { Button } from '../../ui/controls.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'

const Scanner = lazy(() => import('./scanner.tsx'), {
  Fallback: () => <p className="muted">카메라를 준비하고 있습니다.</p>,
})

type Props = {
  words: string
  code: string | null
  onWords: (words: string) => void
  onFind: (text: string) => void
}

/** A name is searched while typing; a code is submitted. */
export function FindBar({ words, code, onWords, onFind }: Props) {
  const [isScanning, setScanning] = useState(false)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (code === null) return
    onFind(code)
    onWords('')
  }
  return (
    <>
      <form className="arrivals__bar" data-unsaved={false} onSubmit={submit}>
        <SearchField
          label="입장 코드 또는 이름"
          placeholder="입장 코드 또는 이름"
          value={words}
          onSearch={onWords}
        />
        <Button type="submit" disabled={code === null}>
          코드 확인
        </Button>
        <Button kind="primary" aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
          {isScanning ? '카메라 끄기' : 'QR 스캔'}
        </Button>
      </form>
      {isScanning && <Scanner onRead={onFind} />}
    </>
  )
}
