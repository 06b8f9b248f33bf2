import { useCallback, useRef } from 'react'
import type { CallInput, Endpoint, ResponseOf } from '../contract/endpoint.ts'
import { call } from './api.ts'

/**
 * A write that may be sent again. On a bad network an answer can be lost after the work was done: pressing again with
 * the same words must then not be told that it cannot be done twice, so the same input carries the same key.
 */
export function useRepeatableCall<E extends Endpoint>(endpoint: E) {
  const sent = useRef({ words: '', key: '' })
  return useCallback(
    (input: CallInput<E>): Promise<ResponseOf<E>> => {
      const words = JSON.stringify(input)
      if (sent.current.words !== words) sent.current = { words, key: newKey() }
      return call(endpoint, input, { idempotencyKey: sent.current.key })
    },
    [endpoint],
  )
}

// crypto.randomUUID is missing where a page is not served over HTTPS.
const newKey = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
