import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { browserContract } from './web/browser-contract.ts'
import { offlineShell } from './web/offline-shell.ts'
import { precompress } from './web/precompress.ts'

// Chunks come in any order, and the first statement a browser meets fixes the order of the layers: so every CSS file
// begins with it.
const LAYERS = '@layer tokens, reset, base, layout, ui, screen;\n'
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: { filter: { id: /\/web\/.*\.css$/ }, handler: (css) => LAYERS + css },
}

const SIGNED_IN = new RegExp(
  [
    'node_modules/@tanstack/',
    '/web/(?:idempotency|kept-answers|member|patient-call|query|sign-out-dialog|spread)\\.',
    '/web/ui/(?:badge|dialog|tabs)\\.',
    '/web/labels/tier\\.',
    '/contract/my-account\\.',
    '/domain/(?:reservation|slot|tier)\\.',
  ].join('|'),
)

export default defineConfig({
  root: 'web',
  plugins: [layerOrder, browserContract, react(), offlineShell, precompress],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    // The content security policy admits nothing but files of this origin, so nothing may become a data: address.
    assetsInlineLimit: 0,
    target: ['chrome111', 'safari16.4', 'firefox115'],
    rolldownOptions: {
      // Declaring an endpoint or a schema does nothing: what nobody uses need not be shipped.
      treeshake: { manualPureFunctions: ['endpoint', 'line', 'longText', 'z'] },
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs and no release of ours changes.
            { name: 'vendor', test: /node_modules\/(?:react|react-dom|scheduler|wouter)\// },
            // What every screen behind a login needs, in one request instead of ten.
            { name: 'signed-in', test: SIGNED_IN, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // With the slash: /api.ts is a file of ours.
    // As it came, or the server would take its own web app for another site.
    proxy: { '/api/': { target: 'http://127.0.0.1:3000', changeOrigin: false } },
  },
})
