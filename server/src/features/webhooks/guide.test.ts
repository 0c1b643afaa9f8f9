import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { eventData, Payload } from '@studiohub/contract/features/webhooks/events/schema.ts'
import { eventGroups } from '@studiohub/contract/features/webhooks/words.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../../../..')
const guide = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')
const codeBlocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text)

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })
  folder = mkdtempSync(join(tmpdir(), 'studiohub-guide-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const runCommand = async (command: string, env: Record<string, string>) => {
  const { stdout } = await promisify(execFile)('bash', ['-euc', command], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  return JSON.parse(stdout)
}

test('the commands of the guide add a webhook, and its receiver prints the test', async () => {
  const [, create = '', start = '', sendTest = ''] = codeBlocks('sh')
  const [receiver = ''] = codeBlocks('js')
  writeFileSync(join(folder, 'receiver.mjs'), receiver)
  // Replaces `npm install standardwebhooks` of the guide, so that the test needs no registry.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { admin, studio } = await aStudio(server)
  const port = String(await freePort())
  const env = { STUDIOHUB: server.url, STUDIO: studio.id, TOKEN: admin.token, RECEIVER: `http://127.0.0.1:${port}/` }
  const { id, secret } = await runCommand(create, env)
  const receiverProcess = spawn('bash', ['-euc', `exec env ${start}`], {
    cwd: folder,
    env: { ...process.env, SECRET: secret, PORT: port },
  })
  const output: string[] = []
  receiverProcess.stdout.on('data', (data) => output.push(String(data)))
  await vi.waitFor(() => fetch(env.RECEIVER), { timeout: 20_000 })
  await runCommand(sendTest, { ...env, WEBHOOK: id })
  await vi.waitFor(
    () => expect(output.join('')).toContain("webhook.test { message: 'This is a test from StudioHub.' }"),
    {
      timeout: 20_000,
    },
  )
  receiverProcess.kill()
  await once(receiverProcess, 'exit')
})

const events = eventGroups.flatMap((group) => Object.keys(group.events))
const ExampleType = z.custom<keyof typeof eventData>((type) => typeof type === 'string' && type in eventData)

test('the guide has a valid example for each event', () => {
  const examples = codeBlocks('json').map((text) => Payload.parse(JSON.parse(text)))
  expect(examples.map(({ type }) => type)).toEqual(events)
  for (const { type, data } of examples) {
    expect(guide).toContain(`### ${type}\n`)
    // The example has all fields of the event and no others.
    expect(eventData[ExampleType.parse(type)].parse(data), type).toEqual(data)
  }
})
