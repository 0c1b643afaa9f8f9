/**
 * `node scripts/keep-api.mjs ADDRESS`: stores the parts of an API that clients rely on, as those of the last release. ADDRESS
 * is a running installation. Run it with each release. A test compares the API with the file and fails if a change would break
 * a client.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const { readApiSurface } = await import(join(root, 'server/src/platform/http/api-breaks.ts'))
const response = await fetch(`${process.argv[2]}/api/v1/openapi.json`)
const file = join(root, 'docs/released-api.json')
writeFileSync(file, `${JSON.stringify(readApiSurface(await response.json()), null, 2)}\n`)
console.log(`wrote ${file}`)
