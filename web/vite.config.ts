import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { contractAsData } from './build-plugins/contract-as-data.ts'
import { missingChunks } from './build-plugins/missing-chunks.ts'
import { siteScript } from './build-plugins/site-script.ts'
import { stylesWithoutTags } from './build-plugins/styles-without-tags.ts'

/** Where `npm run dev` finds the server; the browser only ever talks to its own origin. */
const server = process.env.API_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [contractAsData(), siteScript(), missingChunks(), stylesWithoutTags(), tailwindcss(), reactRouter()],
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/auth/v1': server, '/brand': server, '/functions': server, '/storage': server },
  },
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
})
