import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { stripContract } from './web/vite/strip-contract.ts'
import { firstVisits } from './web/vite/first-visits.ts'
import { layerOrder, oldBrowsers } from './web/vite/layers.ts'
import { offlineShell } from './web/vite/offline-shell.ts'
import { precompress } from './web/vite/precompress.ts'

/** Files of the folders below that come later than the rest, or on few screens. */
const APART =
  'after-load|arriving|calendar-link|change-stream|download|event-name|is-composing|keep-worker|late-frame|missing-storage|moment-text|open-change|open-dialogs|opening-note|resend-note|second-taps|sign-out-dialog|toasts|use-media|visitor-fields|waitlist-entry-text'

/** The files of these folders, without those of folders within, and more that come with them. */
const filesOf = (folders: readonly string[], more: readonly string[] = []) =>
  new RegExp([...folders.map((folder) => `/${folder}/(?!(?:${APART})\\.)[^/]+$`), ...more].join('|'))

/** A chunk of these files alone, without what they import. */
const alone = (name: string, test: RegExp) => ({ name, test, includeDependenciesRecursively: false })

export default defineConfig({
  root: 'web',
  // The router brings a copy of this hook for older React versions.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [layerOrder, stripContract, react(), firstVisits, oldBrowsers, offlineShell, precompress],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: {
      polyfill: false,
      // The server announces the files of a first visit. Styles must be loaded before their screen.
      resolveDependencies: () => [],
    },
    // The content security policy forbids data: addresses.
    assetsInlineLimit: 0,
    // Chromium 92 of the boards reads the same syntax, except `static {`. Their styles: web/vite/layers.ts.
    target: ['chrome98', 'safari16.4', 'firefox115'],
    cssTarget: ['chrome109', 'safari16.4', 'firefox115'],
    rolldownOptions: {
      // A number or text in place of its import is shorter.
      optimization: { inlineConst: true },
      // Unused endpoints and schemas are dropped by these names, which test/repo-rules reserves.
      treeshake: {
        manualPureFunctions: ['endpoint', 'line', 'longText', 'z'],
        // The modules of rules have no side effects.
        moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          // One request for each kind of screen. Fewer groups break the budgets of scripts/budgets.mjs.
          groups: [
            { name: 'vendor', test: /node_modules\/(?:react|react-dom|scheduler|wouter)\/|preload-helper/ },
            alone(
              'admin-reservations',
              /\/admin\/(?:attention|dashboard|reservation-context|reservations)\.|\/(?:late-tasks|refresh-soon|reservation-cache|use-opened-reservation)\./,
            ),
            alone(
              'forms',
              filesOf(
                ['web/ui/form'],
                ['node_modules/zod/', '/(?:contract/(?:field|login)|domain/phone|web/api/arrival)\\.'],
              ),
            ),
            alone(
              'app',
              filesOf(
                ['web/styles', 'web/shell', 'web/browser', 'web/api', 'web/ui'],
                [
                  '/web/paths\\.',
                  '/contract/(?:endpoint|errors|member|public-info)\\.',
                  '/domain/madrid-time\\.',
                ],
              ),
            ),
            alone(
              'reads',
              filesOf(
                ['web/api/reads'],
                [
                  'node_modules/@tanstack/',
                  '/contract/(?:topics|schedule|event-date)\\.',
                  '/domain/event-date\\.',
                ],
              ),
            ),
            alone('place', /\/contract\/place\./),
            alone('own-list', filesOf(['web/visitor/components/own-list'], ['/domain/own-reservations\\.'])),
            alone('visitor-fields', /\/(?:visitor-fields|number-field)\.tsx|\/contract\/booking\./),
            { name: 'signed-in', test: filesOf(['web/ui/panel', 'web/components']) },
            alone(
              'reservations',
              filesOf(
                ['web/components/reservation'],
                ['/contract/(?:waitlist|places|reservation|text/link-text)\\.', '/domain/reservation\\.'],
              ),
            ),
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
    // Not the files of web/api. With the original host, or the server refuses the request as cross-site.
    proxy: { '^/api/(?!.*\\.tsx?\\b)': { target: 'http://127.0.0.1:3000', changeOrigin: false } },
  },
})
