/**
 * Main program of a release (`npm run release`), in its root folder: `node studiohub.mjs` starts the product, `node
 * studiohub.mjs admin <command>` runs administrator commands.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isNewEnough } from './node-version.mjs'
import { replaceProcess } from './run.mjs'
import { serverFlags } from './server-flags.mjs'

const { engines } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const pinned = engines.node.slice(1)

if (isNewEnough(process.versions.node, pinned)) {
  process.env.NODE_ENV ??= 'production'
  const args = process.argv.slice(2)
  const isAdmin = args[0] === 'admin'
  const program = fileURLToPath(new URL(`server/dist/${isAdmin ? 'admin' : 'main'}.js`, import.meta.url))
  const command = isAdmin ? [program, ...args.slice(1)] : [...serverFlags, program, ...args]
  process.exitCode = await replaceProcess(process.execPath, command, process.env)
} else {
  console.error(
    `StudioHub needs Node ${pinned} or a later version with the same major number. This is ${process.version}.`,
  )
  process.exitCode = 1
}
