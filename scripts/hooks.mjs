/** Sets up the git hooks of this repository; `npm install` and every command run it. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = '.githooks'

/**
 * Points git at `.githooks`, unless the checkout has its own hooks. It never fails, because an install must work without git.
 * @returns whether git uses this repository's hooks
 */
export function setUpHooks(base) {
  if (!existsSync(join(base, '.git')) || !existsSync(join(base, folder))) return false
  const git = (...args) => spawnSync('git', args, { cwd: base, encoding: 'utf8' })
  const configured = git('config', '--get', 'core.hooksPath').stdout?.trim()
  if (configured) return configured === folder
  const gitFolder = git('rev-parse', '--git-common-dir').stdout?.trim()
  if (!gitFolder || hasHooks(join(resolve(base, gitFolder), 'hooks'))) return false
  return git('config', 'core.hooksPath', folder).status === 0
}

// Git's own sample hooks (*.sample) never run.
const hasHooks = (path) => existsSync(path) && readdirSync(path).some((name) => !name.endsWith('.sample'))

if (process.argv[1] === import.meta.filename) setUpHooks(resolve(import.meta.dirname, '..'))
