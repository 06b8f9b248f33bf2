import { defineConfig } from '@playwright/test'
import { DESK, PHONE } from './test/e2e/widths.ts'

const executablePath = process.env['CHROMIUM_PATH']

/**
 * Each test runs once: for visitors on a phone, and for administrators and boards on a desktop. Those tagged `@release`
 * are long or about rare cases: `npm run check:release` runs them, `npm test` the others.
 */
const AT_A_DESK = '**/{admin-*,board,board-*}.e2e.ts'

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: '.cache/e2e',
  globalSetup: './test/e2e/opened-event.ts',
  // Each worker runs a browser, and for each file a server and a database of its own. On two processors the third one
  // fills the waits of the others.
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A browser on a busy machine may lose a race that no visitor would notice; a test that needs a second try is
  // named at the end.
  retries: 1,
  reporter: 'list',
  use: {
    locale: 'ko-KR',
    // The hall's own zone is the service's business; a visitor's phone may still be set to home.
    timezoneId: 'Asia/Seoul',
    // It keeps the whole app on the phone, which takes more work than most tests; those that are about it allow it.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    // A fade is drawn sixty times a second, a tenth of all the work; tests that are about what moves allow it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test would cost a third of the time: a failed test is recorded in its second try.
    trace: { mode: 'on-first-retry', screenshots: false, snapshots: true, sources: true },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Without a language of UTF-8, as in a bare container, it gives a download no name that has letters like ours.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
  projects: [
    { name: 'phone', testIgnore: AT_A_DESK, use: PHONE },
    { name: 'desktop', testMatch: AT_A_DESK, use: DESK },
  ],
})
