// Some browsers, Chrome 150 among them, never fetch a module again that they could not have once: they are asked for it
// under another address. The build has every dynamic import done by this (web/vite/load-again.ts).

/** The address of each file, longer by a question mark for each time that it could not be had; the same for all who ask. */
const addresses: Record<string, string> = {}

;(globalThis as Record<string, unknown>)['loadPart'] = (file: string): Promise<unknown> =>
  import(/* @vite-ignore */ (addresses[file] ??= file)).catch((error: unknown) => {
    addresses[file] += '?'
    throw error
  })
