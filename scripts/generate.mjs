/**
 * `npm run generate`: writes the generated files, `server/src/platform/db/rows.generated.ts` from the migrated schema and
 * `docs/decisions/README.md` from the decision records. The check `generated` fails if a file is outdated.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

/** Every generated file of a checkout with its expected content. */
async function listGeneratedFiles(base) {
  const { decisionIndex } = await import('./decision-index.mjs')
  const { rowTypes } = await import('./row-types.mjs')
  const files = [
    ['server/src/platform/db/rows.generated.ts', await rowTypes(join(base, 'server'))],
    ['docs/decisions/README.md', decisionIndex(base)],
  ]
  return files.filter(([, text]) => text !== undefined).map(([file, text]) => [join(base, file), text])
}

/** @returns a finding for each outdated generated file */
export async function checkGenerated(base) {
  const findings = []
  for (const [file, text] of await listGeneratedFiles(base)) {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    findings.push({ file: relative(base, file), message: 'is outdated: run `npm run generate`' })
  }
  return findings
}

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled()
  for (const [file, text] of await listGeneratedFiles(root)) {
    writeFileSync(file, text)
    console.log(`wrote ${relative(root, file)}`)
  }
}
