/**
 * `npm run generate`: writes what is derived from other sources, today `server/src/platform/db/rows.generated.ts` from
 * the migrated schema. The check
 * `generated` fails where a file is not what it would write.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { prepare, root } from './install.mjs'

/** Every generated file of a checkout with the text that belongs in it. */
async function generated(base) {
  const { rowTypes } = await import('./row-types.mjs')
  return [[join(base, 'server/src/platform/db/rows.generated.ts'), await rowTypes(join(base, 'server'))]]
}

/** @returns a finding for each generated file that is not fresh */
export async function checkGenerated(base) {
  const findings = []
  for (const [file, text] of await generated(base)) {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    findings.push({ file: relative(base, file), message: 'is not what its sources give: run `npm run generate`' })
  }
  return findings
}

if (process.argv[1] === import.meta.filename) {
  await prepare()
  for (const [file, text] of await generated(root)) {
    writeFileSync(file, text)
    console.log(`wrote ${relative(root, file)}`)
  }
}
