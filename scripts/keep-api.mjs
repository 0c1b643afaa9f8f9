/**
 * `node scripts/keep-api.mjs ADDRESS`: stores what clients of the running installation at ADDRESS rely on, as the last release.
 * Run it with each release. A test compares the API with it, and fails for a change that would break a client.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const { surfaceOf } = await import(join(root, 'server/src/platform/http/api-breaks.ts'))
const answer = await fetch(`${process.argv[2]}/api/v1/openapi.json`)
const file = join(root, 'docs/released-api.json')
writeFileSync(file, `${JSON.stringify(surfaceOf(await answer.json()), null, 2)}\n`)
console.log(`wrote ${file}`)
