import { useEffect, useRef, type ComponentProps } from 'react'
import { Button } from '../../../ui/controls.tsx'

type Props = ComponentProps<typeof Button> & { label: string; choose: (file: File) => void }

/** Chooses a list. A file may also be dropped anywhere on the page. */
export function FileButton({ label, choose, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const shown = new AbortController()
    const take = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Otherwise the browser opens the file in place of the page.
      event.preventDefault()
      const [file] = event.dataTransfer.files
      if (event.type === 'drop' && file) choose(file)
    }
    for (const type of ['dragover', 'drop'] as const) addEventListener(type, take, { signal: shown.signal })
    return () => shown.abort()
  }, [choose])
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        파일 선택
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={label}
        accept=".xlsx,.csv,.txt,text/csv"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Allows choosing the same file again after correcting it.
          currentTarget.value = ''
          if (file) choose(file)
        }}
      />
    </>
  )
}
