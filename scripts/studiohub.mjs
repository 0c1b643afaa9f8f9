/**
 * Main program of a release (`npm run release`), in its root folder: `node studiohub.mjs` starts the product, `node
 * studiohub.mjs admin <command>` runs administrator commands.
 */
import { readFileSync } from 'node:fs'
import { isNewEnough } from './node-version.mjs'

const { engines } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const pinned = engines.node.slice(1)

if (isNewEnough(process.versions.node, pinned)) {
  process.env.NODE_ENV ??= 'production'
  const isAdmin = process.argv[2] === 'admin'
  // The administrator commands read their arguments after the program name.
  if (isAdmin) process.argv.splice(2, 1)
  await import(new URL(`server/dist/${isAdmin ? 'admin' : 'main'}.js`, import.meta.url).href)
} else {
  console.error(
    `StudioHub needs Node ${pinned} or a later version with the same major number. This is ${process.version}.`,
  )
  process.exitCode = 1
}
