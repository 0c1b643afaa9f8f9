import type { Config } from '@react-router/dev/config'

/** The pages that search engines may index; everything else depends on who looks and is served as the app's shell. */
const publicPages = ['/', '/partner', '/network', '/case-studies', '/docs', '/training']

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: false,
  prerender: publicPages,
  // Every route is known to the browser at once: the server serves files and answers no manifest requests.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
