import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'
import { parse } from './sources.mjs'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const commands = Object.values<string>(scripts).flatMap((line) => line.match(/scripts\/[\w-]+\.mjs/g) ?? [])

test.each([...new Set(commands), 'scripts/install.mjs', 'scripts/run.mjs'])(
  '%s needs no package before it has installed',
  (file) => {
    const imported = parse(root, file).module.staticImports.map((one) => one.moduleRequest.value)
    const fine = imported.filter((name) => /^node:|^\.\/(install|run)\.mjs$/.test(name))
    expect(imported).toEqual(fine)
  },
)
