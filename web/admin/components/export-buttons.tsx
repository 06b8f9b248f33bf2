import type { CallInput, Endpoint } from '../../../contract/endpoint.ts'
import type { InFormat } from '../../../contract/spreadsheet.ts'
import { ActionButton } from './action-button.tsx'
import './export-buttons.css'
import { tryWithToast, withReason } from './with-toast.ts'

type Props<E extends Endpoint> = { endpoint: E; query: CallInput<E>['query']; size?: 'small' }

export function ExportButtons<E extends Endpoint>({ endpoint, query, ...button }: Props<E>) {
  const save = async (kind: string, how: InFormat) => {
    const { download } = await import('../../api/download.ts')
    await download(endpoint, { query: { ...(query as object), ...how } } as CallInput<E>)
    return { message: `${kind} 파일을 다운로드했습니다.` }
  }
  const press = (kind: string, how: InFormat = {}) =>
    tryWithToast(() => save(kind, how), `${kind} 파일 다운로드에 실패했습니다.`, withReason)
  return (
    <div className="export-buttons">
      <ActionButton {...button} act={() => press('엑셀')}>
        엑셀 다운로드
      </ActionButton>
      <ActionButton {...button} aria-label="CSV 다운로드" act={() => press('CSV', { format: 'csv' })}>
        CSV
      </ActionButton>
    </div>
  )
}
