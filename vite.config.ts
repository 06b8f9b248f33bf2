import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { stripContract } from './web/vite/strip-contract.ts'
import { firstVisits } from './web/vite/first-visits.ts'
import { offlineShell } from './web/vite/offline-shell.ts'
import { precompress } from './web/vite/precompress.ts'

// Chunks come in any order, and the first statement a browser meets fixes the order of the layers: so every CSS file
// begins with it.
const LAYERS = '@layer tokens, reset, base, layout, ui, screen;\n'
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: { filter: { id: /\/web\/.*\.css$/ }, handler: (css) => LAYERS + css },
}

/** Files of the folders below that come later than the rest, or on few screens. */
const APART =
  'arriving|change-stream|download|keep-worker|late-frame|sign-out-dialog|visitor-fields|waitlist-entry-text'

/** The files of these folders, without those of folders within, and more that come with them. */
const filesOf = (folders: readonly string[], more: readonly string[] = []) =>
  new RegExp([...folders.map((folder) => `/${folder}/(?!(?:${APART})\\.)[^/]+$`), ...more].join('|'))

export default defineConfig({
  root: 'web',
  // React has had this hook since version 18; the router brings a copy for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [layerOrder, stripContract, react(), firstVisits, offlineShell, precompress],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: {
      polyfill: false,
      // The server announces the files of a first visit, and those of later ones are fetched ahead; a list of every
      // screen's parts would only make the entry heavier. Styles are listed all the same: they must be there before their screen.
      resolveDependencies: () => [],
    },
    // The content security policy admits nothing but files of this origin, so nothing may become a data: address.
    assetsInlineLimit: 0,
    target: ['chrome111', 'safari16.4', 'firefox115'],
    rolldownOptions: {
      // Declaring an endpoint or a schema has no side effect: an unused one need not be shipped. The build goes by the
      // name, and would drop the calls of anything else of these names, too: a law of test/repo-rules forbids that.
      treeshake: {
        manualPureFunctions: ['endpoint', 'line', 'longText', 'z'],
        // The modules of rules have no side effects.
        moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          // Each group is fetched by every screen of its kind: in one request instead of ten. Fewer groups break the
          // budgets of scripts/budgets.mjs: a screen would load what it does not use.
          groups: [
            {
              name: 'vendor',
              test: filesOf([], ['node_modules/(?:react|react-dom|scheduler|wouter)/', 'preload-helper']),
            },
            {
              name: 'forms',
              test: filesOf(
                ['web/ui/form'],
                [
                  'node_modules/zod/',
                  '/web/api/arrival\\.',
                  '/contract/(?:field|login|docent|room)\\.',
                  '/domain/phone\\.',
                ],
              ),
              includeDependenciesRecursively: false,
            },
            {
              name: 'app',
              test: filesOf(
                ['web/styles', 'web/shell', 'web/browser', 'web/api', 'web/ui'],
                [
                  '/web/paths\\.',
                  '/contract/(?:endpoint|errors|member|public-info)\\.',
                  '/domain/date-text\\.',
                ],
              ),
              includeDependenciesRecursively: false,
            },
            {
              name: 'reads',
              test: filesOf(
                ['web/api/reads'],
                [
                  'node_modules/@tanstack/',
                  '/contract/(?:topics|schedule|event-date)\\.',
                  '/domain/(?:madrid-time|event-date)\\.',
                ],
              ),
              includeDependenciesRecursively: false,
            },
            { name: 'signed-in', test: filesOf(['web/ui/panel', 'web/components']) },
            {
              name: 'reservations',
              test: filesOf(['web/components/reservation'], ['/contract/(?:waitlist|places)\\.']),
            },
            {
              name: 'visitor',
              test: filesOf(['web/visitor/layout', 'web/visitor/components'], ['/domain/slot-choice\\.']),
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // The path ends in a slash, as /api.ts is a file of ours. The host stays as it came, or the server would take its
    // own web app for another site.
    proxy: { '/api/': { target: 'http://127.0.0.1:3000', changeOrigin: false } },
  },
})
