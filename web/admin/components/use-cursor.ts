import { useState } from 'react'

/** Where the shown page of a list begins, and how many stand on the pages before it. */
type Start = { after: string | undefined; before: number }

const FIRST: Start = { after: undefined, before: 0 }

/** Leads through the pages of a list of which only the next one is known. Another list, by its name, begins at its first. */
export function useCursor(list: string) {
  const [state, setState] = useState({ list, starts: [FIRST] })
  if (state.list !== list) setState({ list, starts: [FIRST] })
  const starts = state.list === list ? state.starts : [FIRST]
  const { after, before } = starts.at(-1)!
  const lead = (changed: Start[]) => setState({ list, starts: changed })
  return {
    after,
    before,
    isFirst: starts.length === 1,
    toNext: (next: string, shown: number) => lead([...starts, { after: next, before: before + shown }]),
    toPrevious: () => starts.length > 1 && lead(starts.slice(0, -1)),
  }
}

export type Cursor = ReturnType<typeof useCursor>
