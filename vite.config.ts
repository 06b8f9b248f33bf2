import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// Chunks come in any order, and the first statement a browser meets fixes the order of the layers: so every CSS file
// begins with it.
const LAYERS = '@layer tokens, reset, base, layout, ui, screen;\n'
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: { filter: { id: /\/web\/.*\.css$/ }, handler: (css) => LAYERS + css },
}

export default defineConfig({
  root: 'web',
  plugins: [layerOrder, react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    // The content security policy admits nothing but files of this origin, so nothing may become a data: address.
    assetsInlineLimit: 0,
    target: ['chrome111', 'safari16.4', 'firefox115'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen needs and no release of ours changes.
          groups: [{ name: 'vendor', test: /node_modules\/(?:react|react-dom|scheduler|wouter|zod)\// }],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': 'http://127.0.0.1:3000' },
  },
})
