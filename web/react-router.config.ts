import { readFile, writeFile } from 'node:fs/promises'
import type { Config } from '@react-router/dev/config'
import { articles } from './src/features/marketing/docs/content/topics.ts'
import { paths } from './src/paths.ts'

/** The pages that search engines may index; everything else depends on who looks and is served as the app's shell. */
const publicPages = ['/', '/partner', '/network', '/case-studies', '/docs', '/training']

/** What the server answers where there is nothing. */
const notFoundPage = '/static/not-found'

/**
 * Names the shell for the moment before a screen does. Not in the root: hydration would put it back over the title that
 * the server writes for a studio's page.
 */
async function nameTheShell() {
  const shell = new URL('./build/client/__spa-fallback.html', import.meta.url)
  const html = await readFile(shell, 'utf8')
  await writeFile(shell, html.replace('</head>', '<title>StudioHub</title></head>'))
}

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: false,
  prerender: [...publicPages, ...articles.map(({ slug }) => paths.docsArticle(slug)), notFoundPage],
  // Every route is known to the browser at once: the server serves files and answers no manifest requests.
  routeDiscovery: { mode: 'initial' },
  buildEnd: nameTheShell,
} satisfies Config
