/**
 * `npm start`: installs, builds changed parts and becomes the server.
 * `--build-only` stops after the build; `--admin <command>` runs administrator commands instead of the server.
 * Before the server's first line, it writes JSON lines too, so that a program can read the whole log.
 */
import { join } from 'node:path'
import { ensureInstalled, environment, root } from './install.mjs'
import { report, writeJsonWithoutTerminal } from './report.mjs'

const args = process.argv.slice(2)
const isAdmin = args[0] === '--admin'
const isBuildOnly = args[0] === '--build-only'
if (!isAdmin && !isBuildOnly) writeJsonWithoutTerminal()
await ensureInstalled()
const { build } = await import('./build.mjs')
const { replaceProcess } = await import('./run.mjs')
const { serverFlags } = await import('./server-flags.mjs')

if (!(await build(isAdmin ? ['server'] : undefined))) process.exit(1)
if (!isBuildOnly) {
  if (!isAdmin) report('Starting StudioHub ... (usually a few seconds, the first time up to a minute)')
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
