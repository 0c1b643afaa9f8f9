import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { build } from '../../scripts/build.mjs'
import { aStudio, TEST_PASSWORD } from './people.ts'
import { startProcess } from './processes.ts'
import { fillFromTemplate } from './template.ts'

/** Before the component tests: builds and starts one server for all of them, with one studio. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!(await build(['server']))) throw new Error('The server could not be built.')
  const port = Number(process.env.COMPONENTS_PORT)
  const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-components-'))
  await fillFromTemplate(dataDir)
  const env = { DATA_DIR: dataDir, DEMO: 'off', RATE_LIMIT: 'off', PASSWORD_HASH_COST: 'test' }
  const server = await startProcess(env, port)
  const { studio, admin } = await aStudio(server)
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin.email, password: TEST_PASSWORD }),
  })
  project.provide('studio', { studio_id: studio.id, session: await response.text() })
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
