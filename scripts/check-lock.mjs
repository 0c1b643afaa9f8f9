/**
 * The manifests and the lock file: every package is held by its hash, none by the address it came from, and the packages
 * that the product runs on stay few enough to know.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingBuilds } from './lock.mjs'

/** How many packages the product may directly run on. */
export const MOST_DEPENDENCIES = 45

/** @returns a finding for every package without a hash or with an address, every loose version, and too many packages */
export function checkLock(base) {
  const file = 'package-lock.json'
  const { packages } = JSON.parse(readFileSync(join(base, file), 'utf8'))
  const findings = []
  for (const [name] of missingBuilds(packages))
    findings.push({ file, message: `does not name ${name}: run \`npm run lock\`` })
  for (const [path, { resolved, integrity, link, inBundle, optional, os }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || link) continue
    if (resolved?.includes('://')) findings.push({ file, message: `${path} names the address it came from` })
    // A registry that lacks the build for another platform gives no hash for it either.
    if (!integrity && !inBundle && !(optional && os)) findings.push({ file, message: `${path} has no integrity hash` })
  }
  const ours = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'))
  const direct = new Set()
  for (const [path, { dependencies = {}, devDependencies = {} }] of ours) {
    for (const name of Object.keys(dependencies)) if (!name.startsWith('@studiohub/')) direct.add(name)
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      const exact = /^\d+\.\d+\.\d+/.test(version) || name.startsWith('@studiohub/')
      if (!exact)
        findings.push({
          file: join(path, 'package.json'),
          message: `${name} is not pinned to one version (${version})`,
        })
    }
  }
  if (direct.size > MOST_DEPENDENCIES) {
    findings.push({ file, message: `${direct.size} packages that the product runs on, at most ${MOST_DEPENDENCIES}` })
  }
  return findings
}
