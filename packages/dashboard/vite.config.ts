// Builds the dashboard into dist/, which the app serves: everything from its own origin, nothing inlined, names hashed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), beforePaint()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content policy of the app allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // In one file with zod, its configuration comes before the first schema of any other file.
        codeSplitting: { groups: [{ name: 'zod', test: /node_modules\/zod\/|\/zod-without-eval\.ts$/ }] },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8081' } },
})

/** What must be known before the first paint: a file of its own, since the content policy forbids inline scripts, and one that
 * blocks, which Vite's own modules never do. */
function beforePaint(): Plugin {
  const name = 'before-paint.js'
  return {
    name: 'before-paint',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', name, source: readFileSync(join(import.meta.dirname, 'src', name)) })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'asset' && file.names.includes(name))
          .map(({ fileName }) => ({
            tag: 'script',
            attrs: { src: `/${fileName}` },
            injectTo: 'head' as const,
          })),
    },
  }
}
