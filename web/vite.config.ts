import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { contractAsData } from './build-plugins/contract-as-data.ts'
import { missingChunks } from './build-plugins/missing-chunks.ts'
import { siteScript } from './build-plugins/site-script.ts'
import { stylesWithoutTags } from './build-plugins/styles-without-tags.ts'

/** Where `npm run dev` finds the server; the browser only ever talks to its own origin. */
const server = process.env.API_URL ?? 'http://127.0.0.1:3000'

// Of the queries' library not what reads: the sign-in pages only write.
const writes =
  /@tanstack[\\/](query-core|react-query)[\\/].*[\\/](?!(queryObserver|queriesObserver|infinite|use(Base|Suspense|Infinite|Queries|Query|Is)|hydrat|stream))[^\\/]*$/

// What every page of the app loads; one file, because each on its own compresses worse and costs a request.
const app = [
  writes,
  /src[\\/]lib[\\/](auth|connection|draft|fetch-ahead|kept-form|new-version|page-handle|page-studio|problem|query-client|session|step-up|stored-session|theme|time)\.ts$/,
  /src[\\/]ui[\\/](button|cx|page|spinner|states|toast)\.tsx?$/,
  /src[\\/](paths|access|guards|actor|shared[\\/](slug-pattern|stand-in)|layouts[\\/](not-found|refusal|route-failure|studio-mark|use-brand|step-up-gate|connection-notice|use-session-watch))\.tsx?$/,
  /lucide-react[\\/].*[\\/](Icon|createLucideIcon|context|defaultAttributes|shared)/,
]

const everyPage = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie|set-cookie-parser)[\\/]/ },
  { name: 'app', test: (id: string) => app.some((part) => part.test(id)) },
  // Else it stands in one file with the written sign-in page, and the callback would load that with it.
  { name: 'auth-frame', test: /layouts[\\/]auth-frame\.tsx$/ },
]

// The list of all routes is part of every page, and what several share is named in it again and again: a name there is
// weight that nobody reads. What is asked for by itself keeps the name of its file.
const nameOf = ({ isDynamicEntry }: { isDynamicEntry: boolean }) =>
  isDynamicEntry ? 'assets/[name]-[hash].js' : 'assets/[hash].js'

export default defineConfig({
  plugins: [contractAsData(), siteScript(), missingChunks(), stylesWithoutTags(), tailwindcss(), reactRouter()],
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/auth/v1': server, '/brand': server, '/functions': server, '/storage': server },
  },
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: everyPage }, chunkFileNames: nameOf } },
  },
})
