import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '@react-router/dev/config'
import { legalKinds } from '@studiohub/contract/features/legal-texts/words.ts'
import { placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { compressAssets } from './build-plugins/compressed-assets.ts'
import { articles } from './src/features/marketing/docs/content/topics.ts'
import { paths } from './src/paths.ts'

/** The pages that search engines may index; everything else depends on who looks and is served as the app's shell. */
const publicPages = ['/', '/partner', '/network', '/case-studies', '/docs', '/training']

/** What the server answers where there is nothing. */
const notFoundPage = '/static/not-found'

/** Where one signs in: at the product's own address, and at both of any studio's (`HydrateFallback` of their layout). */
const signInPages = [
  paths.login(),
  paths.login({ namespace: placeholderStudio.slug }),
  paths.signinLink(placeholderStudio.slug),
]

/** Where visitors see what a studio offers, at both of its addresses (`HydrateFallback` of that layout). */
const bookPages = [paths.book(placeholderStudio.slug), paths.bookingLink(placeholderStudio.slug)]

/** The public page of a studio, without the app. */
const studioPages = [
  paths.publicPage(placeholderStudio.slug),
  paths.framedForm(placeholderStudio.slug),
  ...legalKinds.map((kind) => paths.studioLegal(placeholderStudio.slug, kind)),
]

/** Legal texts of the platform; the server shows those that exist. */
const legalPages = legalKinds.map(paths.legal)

/**
 * Names the pages of the app for the moment before a screen does, the shell last: the server looks at it to see a new
 * build. Not in the root: hydration would put it back over the title that the server writes for a studio's page.
 */
async function nameThePages() {
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
  // Every route is known to the browser at once: the server serves files and answers no manifest requests.
  routeDiscovery: { mode: 'initial' },
  // One file for each route: its loader is small, and a file of its own is one more request.
  splitRouteModules: false,
  async buildEnd() {
    await compressAssets(fileURLToPath(new URL('./build/client/assets/', import.meta.url)))
    await nameThePages()
  },
} satisfies Config
