import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deskFiles, visitorFiles } from './offline-shell.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name))

test('a phone keeps every part of the screens for visitors, and none that only administrators have', () => {
  const manifest = {
    'index.html': {
      file: 'assets/index-1.js',
      css: ['assets/index-1.css'],
      imports: ['_vendor-1.js'],
      dynamicImports: ['visitor/login/login-screen.tsx', 'admin/users/users-screen.tsx'],
    },
    '_vendor-1.js': { file: 'assets/vendor-1.js', imports: ['index.html'] },
    'visitor/login/login-screen.tsx': {
      file: 'assets/login-1.js',
      imports: ['_field-1.js'],
      dynamicImports: ['visitor/login/help.tsx'],
    },
    'visitor/login/help.tsx': { file: 'assets/help-1.js' },
    '_field-1.js': { file: 'assets/field-1.js', css: ['assets/field-1.css'] },
    'admin/users/users-screen.tsx': { file: 'assets/users-1.js', imports: ['_table-1.js', '_field-1.js'] },
    '_table-1.js': { file: 'assets/table-1.js' },
    'worker/service-worker.ts': { file: 'service-worker.js' },
  }
  expect(visitorFiles(manifest).toSorted()).toEqual([
    'assets/field-1.css',
    'assets/field-1.js',
    'assets/help-1.js',
    'assets/index-1.css',
    'assets/index-1.js',
    'assets/login-1.js',
    'assets/vendor-1.js',
  ])
})

test('a desk keeps the frame and the screen for arrivals as well, and no other screen of administrators', () => {
  const manifest = {
    'index.html': { file: 'assets/index-1.js', dynamicImports: ['admin/loaders.ts'] },
    'admin/loaders.ts': {
      file: 'assets/loaders-1.js',
      imports: ['index.html'],
      dynamicImports: [
        'admin/arrivals/arrivals-screen.tsx',
        'admin/layout/admin-layout.tsx',
        'admin/users/users-screen.tsx',
      ],
    },
    'admin/arrivals/arrivals-screen.tsx': {
      file: 'assets/arrivals-1.js',
      dynamicImports: ['admin/arrivals/scanner.tsx'],
    },
    'admin/arrivals/scanner.tsx': { file: 'assets/scanner-1.js' },
    'admin/layout/admin-layout.tsx': { file: 'assets/layout-1.js', css: ['assets/layout-1.css'] },
    'admin/users/users-screen.tsx': { file: 'assets/users-1.js' },
  }
  expect(deskFiles(manifest).toSorted()).toEqual([
    'assets/arrivals-1.js',
    'assets/layout-1.css',
    'assets/layout-1.js',
    'assets/loaders-1.js',
    'assets/scanner-1.js',
  ])
})

test('on the home screen the app has its colours, and icons of the sizes it names', () => {
  const { icons, theme_color, background_color } = JSON.parse(
    String(read('public/manifest.webmanifest')),
  ) as {
    icons: { src: string; sizes: string }[]
    theme_color: string
    background_color: string
  }
  const [, light, dark] = /--canvas: light-dark\((#\w+), (#\w+)\);/.exec(String(read('styles/tokens.css')))!
  expect([theme_color, background_color]).toEqual([light, light])
  for (const [theme, canvas] of Object.entries({ light, dark }))
    expect(String(read('index.html'))).toContain(
      `<meta name="theme-color" content="${canvas}" media="(prefers-color-scheme: ${theme})" />`,
    )
  for (const { src, sizes } of icons) {
    const header = read(`public${src}`)
    expect(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`).toBe(sizes)
  }
})
