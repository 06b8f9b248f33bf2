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

const EVERYWHERE = new RegExp(
  [
    '/web/(?:styles|shell)/',
    '/web/paths\\.',
    '/web/api/(?:client|session)\\.',
    '/web/browser/(?:build-id|clock|jitter|session-storage)\\.',
    '/web/ui/(?:button|field|icon|notice|open-dialogs|page|screen-skeleton|skeleton|toast|toasts)\\.',
    '/contract/(?:endpoint|errors|public-info)\\.',
    '/domain/date-text\\.',
  ].join('|'),
)

const TYPING = new RegExp(
  [
    'node_modules/zod/',
    '/web/ui/(?:use-form|form-values|phone-field)\\.',
    '/contract/(?:field|login)\\.',
    '/domain/phone\\.',
  ].join('|'),
)

const DATES = /\/domain\/madrid-time\./

const READING =
  /node_modules\/@tanstack\/|\/web\/api\/reads\/(?:use-changes|answer-storage|use-read)\.|\/contract\/topics\./

const SIGNED_IN = new RegExp(
  [
    '/web/visitor/components/(?:action-bar|booked-slots|sign-out-dialog|slot-grid|use-member)\\.',
    '/web/ui/(?:badge|dialog|tabs|use-roving-focus)\\.',
    '/web/components/(?:slot-text|tier)\\.',
    '/contract/(?:event-date|member|schedule)\\.',
    '/domain/(?:event-date|reservation|slot|slot-choice|slot-range|tier)\\.',
  ].join('|'),
)

const RESERVATIONS = /\/contract\/reservation\.|\/web\/components\/(?:reservation-text|status-badge)\./

const STEPS = /\/web\/visitor\/components\/(?:use-heading-focus|progress-bar)\./

const SENDING = /\/web\/api\/writes\/|\/web\/visitor\/components\/(?:toast-after-unmount|resend-note)\./

export default defineConfig({
  root: 'web',
  // React has had it since version 18; the router brings a copy for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [layerOrder, stripContract, react(), firstVisits, offlineShell, precompress],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: {
      polyfill: false,
      // The server announces what a first visit needs, and later ones are fetched ahead; a list of every screen's parts
      // would only make the entry heavier. Styles must be there before their screen.
      resolveDependencies: (_file, parts) => parts.filter((part) => part.endsWith('.css')),
    },
    // The content security policy admits nothing but files of this origin, so nothing may become a data: address.
    assetsInlineLimit: 0,
    target: ['chrome111', 'safari16.4', 'firefox115'],
    rolldownOptions: {
      // Declaring an endpoint or a schema does nothing: what nobody uses need not be shipped.
      treeshake: {
        manualPureFunctions: ['endpoint', 'line', 'longText', 'z'],
        // Rules do nothing but answer.
        moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs and no release of ours changes.
            { name: 'vendor', test: /node_modules\/(?:react|react-dom|scheduler|wouter)\// },
            // What every screen needs, what every form, what every screen that shows the service's state, boards
            // included, and what every screen behind a login: in one request each instead of ten.
            { name: 'everywhere', test: EVERYWHERE, includeDependenciesRecursively: false },
            { name: 'typing', test: TYPING, includeDependenciesRecursively: false },
            { name: 'reading', test: READING, includeDependenciesRecursively: false },
            // What every screen that shows a time needs.
            { name: 'dates', test: DATES, includeDependenciesRecursively: false },
            { name: 'signed-in', test: SIGNED_IN, includeDependenciesRecursively: false },
            // What every screen that books, cancels or ends something needs.
            { name: 'sending', test: SENDING, includeDependenciesRecursively: false },
            // What every screen of several steps needs.
            { name: 'steps', test: STEPS, includeDependenciesRecursively: false },
            // What every screen that shows reservations needs.
            { name: 'reservations', test: RESERVATIONS, includeDependenciesRecursively: false },
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
