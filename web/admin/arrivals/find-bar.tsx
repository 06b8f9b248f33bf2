import { useState, type SyntheticEvent } from 'react'
import { codeIn } from '../../../domain/arrival.ts'
import { lazy } from '../../shell/lazy.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

const Scanner = lazy(() => import('./scanner.tsx'), {
  Fallback: () => <p className="muted">카메라를 준비하고 있습니다.</p>,
})

type Props = {
  words: string
  onWords: (words: string) => void
  onFind: (text: string) => void
}

/** A name is searched while typing; a code is submitted. */
export function FindBar({ words, onWords, onFind }: Props) {
  const [isScanning, setScanning] = useState(false)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (codeIn(words) === null) return
    onFind(words)
    onWords('')
  }
  return (
    <div className="arrivals__find stack" data-gap="12">
      <form className="arrivals__bar" role="search" onSubmit={submit}>
        <Field
          label="입장 코드 또는 이름"
          name="words"
          required={false}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={300}
          value={words}
          onChange={(event) => onWords(event.target.value)}
        />
        <Button type="submit" disabled={codeIn(words) === null}>
          코드 확인
        </Button>
        <Button kind="primary" aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
          {isScanning ? '카메라 끄기' : 'QR 스캔'}
        </Button>
      </form>
      {isScanning && <Scanner onRead={onFind} />}
    </div>
  )
}
