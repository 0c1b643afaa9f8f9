/**
 * `npm start`: installs, builds changed parts and becomes the server.
 * `--build-only` stops after the build; `--admin <command>` runs administrator commands instead of the server.
 */
import { join } from 'node:path'
import { ensureInstalled, environment, root } from './install.mjs'

await ensureInstalled()
const { build } = await import('./build.mjs')
const { replaceProcess } = await import('./run.mjs')
const { serverFlags } = await import('./server-flags.mjs')

const args = process.argv.slice(2)
if (!(await build(args[0] === '--admin' ? ['server'] : undefined))) process.exit(1)
if (args[0] !== '--build-only') {
  const isAdmin = args[0] === '--admin'
  const [flags, program] = isAdmin ? [[], 'admin.js'] : [serverFlags, 'main.js']
  const env = environment({ NODE_ENV: process.env.NODE_ENV ?? 'production' })
  process.exit(
    await replaceProcess(
      process.execPath,
      [...flags, join(root, 'server/dist', program), ...args.slice(isAdmin ? 1 : 0)],
      env,
    ),
  )
}
