import type { CallInput, Endpoint } from '../../contract/endpoint.ts'
import { addressOf, ApiError, NetworkError, refusalOf } from './client.ts'
import { patienceOf } from '../browser/clock.ts'

const TIMEOUT_MS = 120_000

/** Not a link, so that a failure is shown and not saved as a file. Throws like `call`. */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>, timeout = TIMEOUT_MS) {
  const { file, name } = await fetchFile(endpoint, input, timeout)
  saveFile(file, name)
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Some browsers start reading only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  timeout = TIMEOUT_MS,
): Promise<{ file: Blob; name: string }> {
  const { signal } = patienceOf(timeout)
  try {
    const response = await fetch(addressOf(endpoint, input), { signal })
    if (!response.ok) throw refusalOf(endpoint, response, await response.json().catch(() => null))
    // A captive portal answers with its own page.
    const disposition = response.headers.get('Content-Disposition')
    if (disposition === null) throw new Error('no file')
    return { file: await response.blob(), name: fileNameOf(disposition) }
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new NetworkError('no answer', { cause })
  }
}

export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="([^"]*)"/.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (plain ?? '')
}
