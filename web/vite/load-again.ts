import type { Plugin } from 'vite'

const IMPORT = /\bimport\((`\.\/[^`$]+\.js`)\)/g

/**
 * Has every dynamic import done by `loadPart` (web/shell/load-part.ts), which all files can call as they lie in one folder.
 * After Vite has listed what comes with each import, for which it looks for imports.
 */
export const loadAgain: Plugin = {
  name: 'load-again',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = file.code.replaceAll(IMPORT, 'loadPart($1)')
    },
  },
}
