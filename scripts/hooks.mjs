/** Sets up the git hooks of this repository; `npm install` and every command run it. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = '.githooks'

/**
 * Points git at `.githooks`, unless the checkout has its own hooks. Never fails: an install works without git.
 * @returns whether git uses this repository's hooks
 */
export function setUpHooks(base) {
  if (!existsSync(join(base, '.git')) || !existsSync(join(base, folder))) return false
  const git = (...args) => spawnSync('git', args, { cwd: base, encoding: 'utf8' })
  const chosen = git('config', '--get', 'core.hooksPath').stdout?.trim()
  if (chosen) return chosen === folder
  const common = git('rev-parse', '--git-common-dir').stdout?.trim()
  if (!common || hasHooks(join(resolve(base, common), 'hooks'))) return false
  return git('config', 'core.hooksPath', folder).status === 0
}

// Git's own sample hooks (*.sample) never run.
const hasHooks = (path) => existsSync(path) && readdirSync(path).some((name) => !name.endsWith('.sample'))

if (process.argv[1] === import.meta.filename) setUpHooks(resolve(import.meta.dirname, '..'))
