import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM_PATH']

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: '.cache/e2e',
  // Each worker runs a browser, and for each file a server and a database of its own.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A browser on a busy machine may lose a race that no visitor would notice; what needs a second try is named at the end.
  retries: 1,
  reporter: 'list',
  use: {
    locale: 'ko-KR',
    // The hall's own zone is the service's business; a visitor's phone may still be set to home.
    timezoneId: 'Asia/Seoul',
    actionTimeout: 20_000,
    // Its film of each test would cost a third of the time, and what it shows stands in the rest.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: true },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // Administrators and boards are asked about at 390 pixels and more; a deployment is the same at every width.
    {
      name: 'small',
      testIgnore: '**/{admin-*,board,board-*,new-build}.e2e.ts',
      use: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'phone',
      // A keyboard belongs to a desk, and a day passes in the same way at every width.
      testIgnore: '**/{admin-first-morning,board-*}.e2e.ts',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', testIgnore: '**/new-build.e2e.ts', use: { viewport: { width: 1440, height: 900 } } },
  ],
})
