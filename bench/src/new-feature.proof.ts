/**
 * `npm run new:feature` writes a feature that passes every check and its own tests: `npm run prove -- new-feature`. Works on a
 * copy of the last commit, so changes that are not committed are not part of it.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/install.mjs'

const FEATURE = 'loyalty-cards'
const folder = mkdtempSync(join(tmpdir(), 'studiohub-new-feature-'))
let faults = 0

function copyProduct() {
  execFileSync('git', ['clone', '--quiet', root, folder])
  // Hard links are made in seconds. They need the same file system; elsewhere the files are copied.
  for (const path of ['node_modules', 'testing/node_modules']) {
    const [from, to] = [join(root, path), join(folder, path)]
    if (spawnSync('cp', ['-al', from, to], { stdio: 'ignore' }).status === 0) continue
    rmSync(to, { recursive: true, force: true })
    execFileSync('cp', ['-a', from, to])
  }
}

function expectSuccess(statement: string, script: string, ...args: string[]) {
  const { status } = spawnSync(process.execPath, [join('scripts', script), ...args], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) faults += 1
  console.log(`${status === 0 ? 'ok   ' : 'FAULT'} ${statement}\n`)
}

try {
  copyProduct()
  expectSuccess('the feature is written in every layer', 'new-feature.mjs', FEATURE)
  expectSuccess('files are generated from it', 'generate.mjs')
  expectSuccess('every check passes', 'check.mjs')
  expectSuccess('its unit tests pass', 'test.mjs', '--only=unit', `features/${FEATURE}`)
  // Two tests of the whole server have entries for each feature.
  const serverTests = [`features/${FEATURE}`, 'platform/http/changes', 'platform/db/fence']
  expectSuccess('its server tests pass', 'test.mjs', '--only=server', ...serverTests)
  const screens = ['accessibility.test.ts', '-g', 'route table|for: studio_admin']
  expectSuccess('its screen has the right texts and no axe findings', 'test.mjs', '--only=browser', ...screens)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = faults === 0 ? 0 : 1
