import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer } from '../server-engine.ts'
import { openEmbedded, startEmbeddedServer, urlOfRunning } from './open.ts'
import { removeUnfinished, replaceCluster, UNFINISHED_FOLDER } from './replace-cluster.ts'

const directory = mkdtempSync(join(tmpdir(), 'studiohub-replace-'))
const unfinished = join(directory, UNFINISHED_FOLDER)
const now = new Date('2026-03-04T05:06:07.008Z')
beforeAll(() => write('postgres', 'old'))
afterAll(() => rmSync(directory, { recursive: true }))

async function write(folder: string, text: string) {
  const server = await startEmbeddedServer(directory, { folder })
  const engine = await openServer(server.url, { poolSize: 1 })
  await engine.script(`create table if not exists kept (text text); insert into kept values ('${text}')`)
  await engine.close()
  await server.stop()
}

async function read() {
  const engine = await openEmbedded({ directory })
  const { rows } = await engine.execute('select text from kept')
  await engine.close()
  return rows.map(({ text }) => text)
}

test('the remains of a failed attempt are removed, and its server is stopped', async () => {
  const script = `const { startEmbeddedServer } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)})
    await startEmbeddedServer(process.argv[1], { folder: process.argv[2] })
    process.stdout.write('started'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, directory, UNFINISHED_FOLDER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGKILL')
  await ended
  const pid = Number(readFileSync(join(unfinished, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  const isRunning = () => existsSync(`/proc/${pid}/cwd`)
  expect(isRunning()).toBe(true)
  await removeUnfinished(directory)
  expect(isRunning()).toBe(false)
  expect(existsSync(unfinished)).toBe(false)
  expect(await read()).toEqual(['old'])
})

test('a restored database replaces the current one, which stays in another folder', async () => {
  await write(UNFINISHED_FOLDER, 'new')
  expect(urlOfRunning(directory)).toBeNull()
  const replaced = replaceCluster(directory, now)
  expect(replaced).toBe(join(directory, 'postgres-replaced-2026-03-04T05-06-07-008Z'))
  expect(readdirSync(directory).sort()).toEqual(['postgres', 'postgres-replaced-2026-03-04T05-06-07-008Z'])
  expect(await read()).toEqual(['new'])
})

test('a start completes a replacement that was killed between its steps', async () => {
  renameSync(join(directory, 'postgres'), join(directory, 'postgres-restored'))
  expect(await read()).toEqual(['new'])
  expect(readdirSync(directory)).not.toContain('postgres-restored')
})
