/**
 * `npm run bench [-- name]` and `npm run prove -- name`: run a benchmark of `bench/src` or a full-size proof
 * (`bench/src/*.proof.ts`), whose small version is a test. Without a name they list all.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, environment, root } from './install.mjs'

await ensureInstalled()
const { build } = await import('./build.mjs')
const { replaceProcess } = await import('./run.mjs')

const [kind, name, ...args] = process.argv.slice(2)
const folder = join(root, 'bench/src')
const ending = kind === 'prove' ? '.proof.ts' : '.bench.ts'
const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(ending)) : []

if (name && files.includes(name + ending)) {
  // Nearly all of them start the built server, and some open its pages. What is up to date is not built again.
  if (!(await build())) process.exit(1)
  const tsx = join(root, 'node_modules/.bin/tsx')
  process.exit(await replaceProcess(tsx, [join(folder, name + ending), ...args], environment()))
}
if (name) console.error(`Unknown ${kind} '${name}'.`)
console.log(`npm run ${kind} -- <name>, where name is one of:`)
for (const file of files) console.log(`  ${file.slice(0, -ending.length).padEnd(24)} ${purpose(file)}`)
process.exit(name ? 1 : 0)

// The first sentence of the file's header comment.
function purpose(file) {
  const [, text = ''] = readFileSync(join(folder, file), 'utf8').match(/\/\*\*\s*\*?\s*([^*]*)/) ?? []
  return text.split(/(?<=\.)\s/)[0]?.trim() ?? ''
}
