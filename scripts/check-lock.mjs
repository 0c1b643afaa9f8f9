/**
 * Checks manifests and lock file: every package has an integrity hash and no registry address, versions are pinned, and
 * production packages have a listed reason.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REASONS_MAX, reasons } from './dependencies.mjs'

/** @returns a finding for every package without a hash or reason or with an address, and for every unpinned version */
export function checkLock(base) {
  const file = 'package-lock.json'
  const { packages } = JSON.parse(readFileSync(join(base, file), 'utf8'))
  const findings = []
  for (const name of missingBuilds(packages))
    findings.push({ file, message: `does not name ${name}: choose a version whose builds the registry has` })
  for (const [path, { resolved, integrity, link, inBundle }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || link) continue
    if (resolved?.includes('://')) findings.push({ file, message: `${path} contains a registry address` })
    if (!integrity && !inBundle) findings.push({ file, message: `${path} has no integrity hash` })
  }
  const workspaces = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'))
  const direct = new Set()
  for (const [path, { dependencies = {}, devDependencies = {} }] of workspaces) {
    for (const name of Object.keys(dependencies)) if (!name.startsWith('@studiohub/')) direct.add(name)
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      const isPinned = /^\d+\.\d+\.\d+/.test(version) || name.startsWith('@studiohub/')
      if (!isPinned)
        findings.push({
          file: join(path, 'package.json'),
          message: `${name} is not pinned to one version (${version})`,
        })
    }
  }
  for (const message of checkReasons([...direct])) findings.push({ file, message })
  return findings
}

// If the registry lacks a build for another platform, npm leaves it out, and machines of that platform install nothing.
function missingBuilds(packages) {
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  return Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter((name) => !names.has(name)),
  )
}

function checkReasons(direct) {
  const listed = Object.values(reasons).flat()
  const count = Object.keys(reasons).length
  return [
    ...direct
      .filter((name) => !listed.includes(name))
      .map((name) => `scripts/dependencies.mjs has no reason for ${name}`),
    ...(count > REASONS_MAX ? [`scripts/dependencies.mjs has ${count} reasons, at most ${REASONS_MAX}`] : []),
  ]
}
