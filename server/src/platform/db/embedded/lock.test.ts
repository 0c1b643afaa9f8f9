import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DirectoryInUseError, takeLock } from './lock.ts'

let directory: string
const pidFile = () => join(directory, 'studiohub.pid')

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'studiohub-lock-'))
})

afterEach(() => rmSync(directory, { recursive: true }))

/** Another process that has the lock until it is killed. */
async function anotherHolder() {
  const lock = fileURLToPath(new URL('./lock.ts', import.meta.url))
  const program = `const { takeLock } = await import(${JSON.stringify(lock)})
    await takeLock(process.argv[1]); process.stdout.write('locked'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return {
    pid: child.pid,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

test('a second process is rejected with the id of the first, and starts after that one was killed', async () => {
  const other = await anotherHolder()
  await expect(takeLock(directory)).rejects.toThrow(`in use by process ${other.pid}.`)
  await expect(takeLock(`${directory}/.`)).rejects.toBeInstanceOf(DirectoryInUseError)
  await other.kill()
  const lock = await takeLock(directory)
  expect(lock.abandoned).toBe(true)
  lock.release()
  expect(existsSync(pidFile())).toBe(false)
})

test("the file alone locks the directory if the other process's socket cannot be seen", async () => {
  const firstLock = await takeLock(directory)
  const holder = readFileSync(pidFile(), 'utf8')
  firstLock.release()
  writeFileSync(pidFile(), holder)
  await expect(takeLock(directory)).rejects.toThrow(`in use by process ${process.pid}.`)
})

test('a directory locked by another machine is never opened, and the error names the remedy', async () => {
  const holder = { pid: 1, host: `not-${hostname()}`, boot: 'b', started: '1' }
  writeFileSync(pidFile(), JSON.stringify(holder))
  await expect(takeLock(directory)).rejects.toThrow(
    `process 1 on not-${hostname()}. If you are sure that it no longer runs, delete ${pidFile()}`,
  )
  expect(JSON.parse(readFileSync(pidFile(), 'utf8'))).toEqual(holder)
})

test('a process id that was reused does not lock the directory', async () => {
  const firstLock = await takeLock(directory)
  const holder = JSON.parse(readFileSync(pidFile(), 'utf8'))
  firstLock.release()
  writeFileSync(pidFile(), JSON.stringify({ ...holder, started: '1' }))
  const lock = await takeLock(directory)
  expect(lock.abandoned).toBe(true)
  lock.release()
})

test('a released lock can be taken again', async () => {
  const first = await takeLock(directory)
  await expect(takeLock(directory)).rejects.toThrow(`in use by process ${process.pid}.`)
  first.release()
  const second = await takeLock(directory)
  expect(second.abandoned).toBe(false)
  second.release()
})
