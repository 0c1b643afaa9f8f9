import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lacksLibrary, root } from './install.mjs'
import { isNewEnough } from './node-version.mjs'
import { parse } from './sources.mjs'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const commands = Object.values<string>(scripts).flatMap((line) => line.match(/scripts\/[\w-]+\.mjs/g) ?? [])

test.each([
  ...new Set(commands),
  'scripts/feature-files.mjs',
  'scripts/hooks.mjs',
  'scripts/install.mjs',
  'scripts/node-version.mjs',
  'scripts/report.mjs',
  'scripts/run.mjs',
])('%s imports no package, because it runs before they are installed', (file) => {
  const imported = parse(root, file).module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
  const allowed = imported.filter((name) =>
    /^node:|^\.\/(feature-files|hooks|install|node-version|report|run)\.mjs$/.test(name),
  )
  expect(imported).toEqual(allowed)
})

test("the system's Node is used if it has the pinned major version and is not older", () => {
  const versions = ['26.10.0', '26.10.1', '26.11.0', '26.9.9', '20.19.2', '27.0.0']
  expect(versions.filter((version) => isNewEnough(version, '26.10.0'))).toEqual(['26.10.0', '26.10.1', '26.11.0'])
})

test('a Linux without the library that the pinned Node needs is recognized', () => {
  const libc = '\tlibc.so.6 (libc6,x86-64) => /lib/x86_64-linux-gnu/libc.so.6\n'
  const libatomic = '\tlibatomic.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libatomic.so.1\n'
  expect([libc, libc + libatomic, ''].map(lacksLibrary)).toEqual([true, false, false])
})
