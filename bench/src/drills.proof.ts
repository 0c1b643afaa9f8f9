/**
 * The product survives failures of its environment: `npm run prove -- drills [name ...]`. Each drill of
 * `bench/src/drills` starts the built product, takes something away from it, and reports errors. Without a name all of
 * them run. Ends with 1 if a drill finds an error or cannot run.
 */
import { diskFull } from './drills/disk-full.ts'
import { diskFullEmbedded } from './drills/disk-full-embedded.ts'
import type { Drill } from './drills/drill.ts'
import { mailAway } from './drills/mail-away.ts'
import { postgresAway } from './drills/postgres-away.ts'
import { restoreOnNewCluster, restoreWithoutKey } from './drills/restore.ts'
import { storeAway } from './drills/store-away.ts'

/** A new drill is a file in `bench/src/drills` and a line here. */
const drills: Record<string, Drill> = {
  'postgres-away': postgresAway,
  'disk-full': diskFull,
  'disk-full-embedded': diskFullEmbedded,
  'store-away': storeAway,
  'mail-away': mailAway,
  'restore-without-key': restoreWithoutKey,
  'restore-on-new-cluster': restoreOnNewCluster,
}

/** @returns whether the drill found no error */
async function runDrill(name: string, drill: Drill): Promise<boolean> {
  const startedAt = performance.now()
  console.log(`\n== ${name}`)
  const faults: string[] = []
  const report = { say: (line: string) => console.log(`   ${line}`), fault: (line: string) => faults.push(line) }
  await drill(report).catch((error: unknown) => {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  })
  for (const fault of faults) console.log(`   FAULT: ${fault}`)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.log(`== ${name}: ${faults.length === 0 ? 'passed' : `${faults.length} faults`}, ${seconds} s`)
  return faults.length === 0
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in drills))
if (unknown.length > 0) throw new Error(`no drill '${unknown.join(', ')}'; there are ${Object.keys(drills).join(', ')}`)
const outcomes: Record<string, boolean> = {}
for (const [name, drill] of Object.entries(drills)) {
  if (names.length === 0 || names.includes(name)) outcomes[name] = await runDrill(name, drill)
}
const failed = Object.keys(outcomes).filter((name) => !outcomes[name])
console.log(
  `\n${Object.keys(outcomes).length - failed.length} drills passed, ${failed.length} failed ${failed.join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
