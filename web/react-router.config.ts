import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '@react-router/dev/config'
import { legalKinds } from '@studiohub/contract/features/legal-texts/words.ts'
import { placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { compressAssets } from './build-plugins/compressed-assets.ts'
import { articles } from './src/features/marketing/docs/content/topics.ts'
import { paths } from './src/paths.ts'

/** The pages that search engines may index. Other pages depend on the reader, so the server sends the app's shell for them. */
const publicPages = ['/', '/partner', '/network', '/case-studies', '/docs', '/training']

/** The page that the server sends for an unknown address. */
const notFoundPage = '/static/not-found'

/** The sign-in pages: of the product, and of a studio at both of its addresses (`HydrateFallback` of their layout). */
const signInPages = [
  paths.login(),
  paths.login({ namespace: placeholderStudio.slug }),
  paths.signinLink(placeholderStudio.slug),
]

/** The booking page of a studio, at both of its addresses (`HydrateFallback` of its layout). */
const bookPages = [paths.book(placeholderStudio.slug), paths.bookingLink(placeholderStudio.slug)]

/** The public page of a studio, without the app. */
const studioPages = [
  paths.publicPage(placeholderStudio.slug),
  paths.framedForm(placeholderStudio.slug),
  ...legalKinds.map((kind) => paths.studioLegal(placeholderStudio.slug, kind)),
]

/** Legal texts of the platform. The server shows only those that exist. */
const legalPages = legalKinds.map(paths.legal)

/**
 * Adds a title to the prerendered pages of the app, which they show until a screen sets its own. The root component cannot
 * render it, because hydration would replace the title that the server writes into a studio's page. The shell is written
 * last, because the server watches it to notice a new build.
 */
async function writeTitles() {
  for (const name of [
    ...[...signInPages, ...bookPages, ...studioPages].map((path) => `${path.slice(1)}/index.html`),
    '__spa-fallback.html',
  ]) {
    const file = new URL(`./build/client/${name}`, import.meta.url)
    const html = await readFile(file, 'utf8')
    await writeFile(file, html.replace('</head>', '<title>StudioHub</title></head>'))
  }
}

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: false,
  prerender: [
    ...publicPages,
    ...articles.map(({ slug }) => paths.docsArticle(slug)),
    notFoundPage,
    ...legalPages,
    ...signInPages,
    ...bookPages,
    ...studioPages,
  ],
  // The browser gets the list of all routes at once, because the server does not answer requests for manifests.
  routeDiscovery: { mode: 'initial' },
  // A route's loader is small, so a file of its own would only cost a request.
  splitRouteModules: false,
  async buildEnd() {
    await compressAssets(fileURLToPath(new URL('./build/client/assets/', import.meta.url)))
    await writeTitles()
  },
} satisfies Config
