import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy admits nothing but files of this origin, so nothing may become a data: address.
    assetsInlineLimit: 0,
    target: ['chrome111', 'safari16.4', 'firefox115'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs and no release of ours changes.
            { name: 'vendor', test: /node_modules\/(?:react|react-dom|scheduler|wouter|zod|@tanstack)\// },
            // In one file with the statement of the layers, so that a browser meets that statement first.
            { name: 'ui', test: /web\/(?:ui|styles)\// },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': 'http://127.0.0.1:3000' },
  },
})
