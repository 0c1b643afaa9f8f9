/**
 * No call reads or changes data of another tenant: `npm run prove -- sweep`. Tries every operation of the OpenAPI
 * document, with every id of a studio with data, as every user without rights, at two processes on one PostgreSQL. Ends
 * with 1 if a response contains a canary or is 5xx, or if a row of the studio changes.
 */
import { sweep } from '@studiohub/testing/attacks/sweep.ts'
import { aVictim, createOutsiders, stateOfStudio } from '@studiohub/testing/attacks/victim.ts'
import { twoProcesses } from './two-processes.ts'

const { server, urls, close } = await twoProcesses()
const victim = await aVictim(server)
const before = await stateOfStudio(victim.studio.id)
const attackers = { visitor: null, ...(await createOutsiders(server)) }
const canaries = [victim.ofStudio, victim.ofClient, victim.client.email]
const outside = await sweep({ urls, victim, attackers, canaries, everyId: true })
const changed = (await stateOfStudio(victim.studio.id)) === before ? 0 : 1
const clientCanaries = [victim.ofClient, victim.client.email]
const inside = await sweep({
  urls,
  victim,
  attackers: { 'other client': victim.other },
  canaries: clientCanaries,
  everyId: true,
})
await close()
for (const [name, { calls, allowed, findings }] of Object.entries({
  'another studio': outside,
  'the same studio': inside,
})) {
  console.log(`${name}: ${calls} calls, ${allowed} allowed, ${findings.length} errors`)
  for (const finding of findings) console.log(finding)
}
console.log(changed ? 'rows of the studio were changed from outside' : 'no row of the studio was changed from outside')
process.exit(outside.findings.length + inside.findings.length + changed > 0 ? 1 : 0)
