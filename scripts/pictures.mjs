/**
 * `npm run pictures`: takes the screenshots for the public pages, prints the partner guide, rebuilds the pages with
 * them, and takes `docs/pictures`. `npm run pictures -- landing studio` retakes only these screens, `-- tour` the tour
 * video.
 */
import { join } from 'node:path'
import { ensureInstalled, environment, root } from './install.mjs'

await ensureInstalled()
const { build } = await import('./build.mjs')
const { run } = await import('./run.mjs')

const only = process.argv.slice(2)
const takePictures = async (...args) => {
  const program = join(root, 'node_modules/.bin/tsx')
  const status = await run(program, [join(root, 'pictures/src/take.ts'), ...args], {
    cwd: root,
    env: environment({ TZ: 'UTC' }),
  })
  if (status !== 0) process.exit(status)
}

if (!(await build())) process.exit(1)
if (only.length === 0) await takePictures('product')
if (only.length === 0 || only.includes('tour')) await takePictures('tour')
if (!(await build())) process.exit(1)
await takePictures('screens', ...only)
