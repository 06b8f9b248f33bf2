// Some browsers, Chrome 150 among them, never fetch a module again that they could not have once: they are asked for it
// under another address. The build has every dynamic import done by this (web/vite/load-again.ts).

/** How often each file could not be had; one that is there is the same for all who ask. */
const missed: Record<string, number | undefined> = {}

/** Imports a file beside this one. A file that could not be had has another address the next time. */
function loadPart(file: string): Promise<unknown> {
  const tries = missed[file]
  return import(/* @vite-ignore */ tries ? `${file}?${tries}` : file).catch((error: unknown) => {
    missed[file] = (tries ?? 0) + 1
    throw error
  })
}

Object.assign(globalThis, { loadPart })
