/**
 * No call fails: `npm run prove -- fuzz [calls] [seed]`. Sends almost valid input to every operation in turn, as every
 * user, at two processes on one PostgreSQL. Ends with 1 if a response is 5xx.
 */
import { fuzz } from '@studiohub/testing/attacks/fuzz.ts'
import { createRandom } from '@studiohub/testing/attacks/inputs.ts'
import { aVictim, createOutsiders } from '@studiohub/testing/attacks/victim.ts'
import { aSuperAdmin } from '@studiohub/testing/people.ts'
import { twoProcesses } from './two-processes.ts'

const [calls = '20000', seed = '1'] = process.argv.slice(2)
const { server, urls, close } = await twoProcesses()
const victim = await aVictim(server)
const { admin, client, crew, other, ids } = victim
const people = [admin, client, crew, other, await aSuperAdmin(server), ...Object.values(await createOutsiders(server))]
const startedAt = performance.now()
const report = await fuzz({
  urls,
  people,
  ids: Object.values(ids),
  calls: Number(calls),
  random: createRandom(Number(seed)),
})
await close()
const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(`${report.calls} calls in ${seconds} s, seed ${seed}: ${JSON.stringify(report.statuses)}`)
for (const fault of report.faults) console.log(fault)
console.log(`${report.faults.length} answers of 5xx`)
process.exit(report.faults.length > 0 ? 1 : 0)
