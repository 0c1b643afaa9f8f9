import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { contractAsData } from './build-plugins/contract-as-data.ts'
import { routerParts } from './build-plugins/router-parts.ts'
import { siteScript } from './build-plugins/site-script.ts'
import { stylesWithoutTags } from './build-plugins/styles-without-tags.ts'

/** The address of the server for `npm run dev`. The browser calls only its own origin, and Vite forwards the calls. */
const server = process.env.API_URL ?? 'http://127.0.0.1:3000'

// The query library without its modules for reading. The sign-in pages only write.
const writes =
  /@tanstack[\\/](query-core|react-query)[\\/].*[\\/](?!(queryObserver|queriesObserver|infinite|use(Base|Suspense|Infinite|Queries|Query|Is)|hydrat|stream))[^\\/]*$/

// Modules are grouped into few files, because a small file compresses worse and costs a request. Over HTTP/1.1 a browser
// loads six files at a time, so on a slow network many small files took the most time (decision 0046).

// Modules that every page of the app loads.
const app = [
  /src[\\/]lib[\\/][a-z]+[\\/](me|fetch-as-user|color-theme|network)\.ts$/,
  writes,
  // Shared by dialogs with the authentication client and with the entry.
  /node_modules[\\/](tslib|get-nonce)[\\/]/,
  /src[\\/]lib[\\/][a-z]+[\\/](auth|browser-time|code-exchange|connection|draft-storage|form-draft|use-prefetch|new-version|page-handle|page-studio|prerender-context|reader-formats|describe-error|query-client|random-key|refetch-queries|toast-texts|session|plain-form|step-up|stored-session|theme|use-action)\.ts$/,
  /src[\\/]ui[\\/](button|card|cx|field|input|page|select|skeleton|spinner|states|toast|use-is-phone)\.tsx?$/,
  /src[\\/](paths|access|guards|actor|shared[\\/](slug-pattern|placeholders|text-rules)|layouts[\\/]([a-z]+[\\/])?(app-layout|not-found|guard-error-page|prerendered-studio|route-error|studio-mark|use-brand|step-up-gate|connection-notice|use-session-watch))\.tsx?$/,
  /src[\\/]features[\\/]auth[\\/](email-links|password|settings|sign-in|sign-out|sign-up)-api\.ts$/,
  /lucide-react[\\/].*[\\/](Icon|createLucideIcon|context|defaultAttributes|shared|chevron-right|circle-check\.|circle-exclamation-point|eye|log-out|mail-check|triangle-exclamation-point)/,
]

// Modules that the sign-in pages share.
const signIn = [
  /src[\\/]features[\\/]auth[\\/](components[\\/](auth-card|google-button|login-card|use-captcha)|shared[\\/]auth-forms)\.tsx?$/,
  /src[\\/]layouts[\\/]public[\\/]use-auth-page\.ts$/,
]

// The modules of the API client and the query library for reading.
const reads = [
  /@tanstack[\\/](query-core|react-query)[\\/]/,
  /src[\\/](lib[\\/]server[\\/](api|api-link|api-request|read-all-pages)\.ts|ui[\\/](query-view|badge)\.tsx|features[\\/]profile[\\/]api\.ts)$/,
]

// The frame of every signed-in page, and what nearly all of these pages use.
const area = [
  /src[\\/]layouts[\\/][a-z]+[\\/](app-shell|area-error-boundary)\.tsx$/,
  /src[\\/]lib[\\/]hooks[\\/](use-debounce|use-shortcut)\.ts$/,
  /src[\\/]features[\\/](conversations[\\/](api|components[\\/]unread-count)|bookings[\\/]hooks[\\/]use-new-booking)\.tsx?$/,
]

// All dialogs, sheets and drawers. No page shows one when it opens.
const dialogs = [
  /src[\\/]ui[\\/](dialog|side-sheet|drawer)\.tsx$/,
  /node_modules[\\/](aria-hidden|react-remove-scroll|use-sidecar)[\\/]/,
  /node_modules[\\/]@radix-ui[\\/]react-(dialog|dismissable-layer|focus-scope|focus-guards|portal|presence)[\\/]/,
]

// Small components that most screens of the areas share. None of them needs a library.
const parts = [
  /web[\\/]src[\\/]ui[\\/](confirm-dialog|counters|empty-line|meter|search-input|segmented|show-more|skeleton-shapes|switch|table|tabs)\.tsx$/,
  /web[\\/]src[\\/]lib[\\/](hooks[\\/][a-z-]+|page[\\/]commands|server[\\/](is-newer|send-in-order|upload))\.ts$/,
  /web[\\/]src[\\/]features[\\/]studios[\\/]components[\\/]no-studio\.tsx$/,
]

// Other modules that boards and projects share.
const lists = [
  /web[\\/]src[\\/]ui[\\/]pointer-drag\.ts$/,
  /contract[\\/]src[\\/]features[\\/](admin|assistant|board|projects|tasks)[\\/]words\.ts$/,
  /web[\\/]src[\\/]features[\\/]projects[\\/]shared[\\/](new-project|marks|use-project-and-board-paths)\.tsx?$/,
]

// Modules that the calendars, lists and days of bookings share.
const bookings = [
  /contract[\\/]src[\\/]features[\\/]bookings[\\/]lists[\\/]rules\.ts$/,
  /web[\\/]src[\\/]features[\\/]bookings[\\/](auth|booking|cache|calendar|changes|lists|projects|status|undo)-api\.ts$/,
  /web[\\/]src[\\/]features[\\/]resources[\\/]bookable-api\.ts$/,
  /web[\\/]src[\\/]features[\\/]bookings[\\/](hooks|shared|calendar[\\/]model)[\\/](periods|same-clock|status|use-booking-context|wording)\.tsx?$/,
]

// Prices with taxes, for forms, lists and the public page.
const prices = [/contract[\\/]src[\\/]features[\\/](prices|studios[\\/]taxes)[\\/]rules\.ts$/]

// Modules that lists of services share with the page of one service, which loads no prices at first.
const serviceLists =
  /web[\\/]src[\\/]features[\\/]bookings[\\/](components[\\/]service-tile|client[\\/]model[\\/]session-choice)\.tsx?$/

// The plan of a studio. Every page of the studio's area says when it ends. Onboarding needs only the words.
const planWords = /(contract[\\/]src[\\/]features[\\/]subscriptions[\\/]words|lib[\\/]page[\\/]plans)\.ts$/
const plans =
  /(contract[\\/]src[\\/]features[\\/]subscriptions[\\/]rules|features[\\/]subscriptions[\\/](api|shared[\\/]plan-(text|meters)))\.tsx?$/

// Components that show a day or a week of bookings.
const calendar = [
  /web[\\/]src[\\/]features[\\/]bookings[\\/]components[\\/](no-bookings-yet|filter-button)\.tsx$/,
  /web[\\/]src[\\/]features[\\/]bookings[\\/](model[\\/](filters|lanes|moves)|calendar[\\/](model|components)[\\/](drag|edge-scroll|month-grid|view-in-url|period-bar))\.tsx?$/,
  /web[\\/]src[\\/]features[\\/]bookings[\\/]overview[\\/]components[\\/]booking-overlays\.tsx$/,
  /contract[\\/]src[\\/](features[\\/]resources[\\/]days-off[\\/]rules|shared[\\/]wall-clock)\.ts$/,
  /web[\\/]src[\\/]features[\\/]resources[\\/](days-off-api|shared[\\/]days-off-(text|list))\.tsx?$/,
]

// Times and prices, also on the public page of free times.
const times = [
  /contract[\\/]src[\\/]shared[\\/](instants|length|money|opening-hours)\.ts$/,
  /web[\\/]src[\\/]lib[\\/]page[\\/]time\.ts$/,
  /contract[\\/]src[\\/]features[\\/](bookings|resources)[\\/]words\.ts$/,
]

const oneOf = (parts: RegExp[]) => (id: string) => parts.some((part) => part.test(id))

const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie|set-cookie-parser)[\\/]/ },
  { name: 'app', test: oneOf(app) },
  // Otherwise it would be bundled with the sign-in page, and the callback would load that too.
  { name: 'auth-frame', test: /layouts[\\/]public[\\/]auth-frame\.tsx$/ },
  // Sign-in pages and areas have it, and must not load each other's code for it.
  {
    name: 'legal-footer',
    test: /(layouts[\\/]public[\\/]legal-footer|lib[\\/]server[\\/]fetch-legal-kinds|(legal-texts|clients)[\\/]words)\.tsx?$/,
  },
  { name: 'sign-in', test: oneOf(signIn) },
  { name: 'board-icons', test: /lucide-react[\\/].*[\\/]icons[\\/](paperclip|message-circle|sparkles)\.mjs$/ },
  // No calendar, list of bookings or board shows these.
  {
    name: 'other-icons',
    test: /lucide-react[\\/].*[\\/]icons[\\/](calendar-sync|credit-card|file-text|fingerprint-pattern|handshake|life-buoy|mail-exclamation-point|play|send|smartphone|user-plus)\.mjs$/,
  },
  { name: 'icons', test: /lucide-react[\\/].*[\\/]icons[\\/]/, minShareCount: 3 },
  { name: 'reads', test: oneOf(reads) },
  // Shown while the code of a dialog loads, so it must not load that code.
  { name: 'dialog-frame', test: /src[\\/]ui[\\/]dialog-frame\.tsx$/ },
  { name: 'dialogs', test: oneOf(dialogs) },
  { name: 'area', test: oneOf(area) },
  { name: 'times', test: oneOf(times) },
  // The rules of bookings import the sentences of all errors, which no list of bookings shows.
  { name: 'booking-rules', test: /contract[\\/]src[\\/](errors|features[\\/]bookings[\\/]rules)\.ts$/ },
  { name: 'parts', test: oneOf(parts), minShareCount: 3 },
  { name: 'lists', test: oneOf(lists), minShareCount: 3 },
  { name: 'plan-words', test: planWords },
  { name: 'plans', test: plans, minShareCount: 2 },
  { name: 'prices', test: oneOf(prices) },
  { name: 'service-lists', test: serviceLists },
  {
    name: 'session-lengths',
    test: /contract[\\/]src[\\/]features[\\/](resources|availability[\\/]starts)[\\/]rules\.ts$/,
  },
  { name: 'bookings', test: oneOf(bookings), minShareCount: 3 },
  { name: 'calendar', test: oneOf(calendar), minShareCount: 2 },
  // The screens of operators share these. As single files they would compress worse.
  { name: 'admin', test: /web[\\/]src[\\/]features[\\/]admin[\\/]((platform|studios)-)?api\.ts$/, minShareCount: 2 },
  {
    name: 'connected-calendars',
    test: /(web[\\/]src[\\/]features[\\/]connected-calendars[\\/]api|contract[\\/]src[\\/]features[\\/]connected-calendars[\\/](words|policy))\.ts$/,
  },
]

// The list of all routes is part of every page and repeats the names of shared chunks, so they are short. Files that
// are loaded on their own keep their names. Rolldown needs at least seven characters of hash for this many files, and a
// hash does not compress.
const nameOf = ({ isDynamicEntry }: { isDynamicEntry: boolean }) =>
  isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'

export default defineConfig({
  plugins: [contractAsData(), siteScript(), routerParts(), stylesWithoutTags(), tailwindcss(), reactRouter()],
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/auth/v1': server, '/brand': server, '/functions': server, '/storage': server },
  },
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups }, chunkFileNames: nameOf, entryFileNames: 'assets/[name]-[hash:7].js' },
    },
  },
})
