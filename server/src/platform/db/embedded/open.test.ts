import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Engine } from '../engine.ts'
import { openEmbedded } from './open.ts'

const root = mkdtempSync(join(tmpdir(), 'studiohub-embedded-'))
// Everyone can enter this folder, so only the mode of a folder inside it can deny access to another user.
chmodSync(root, 0o755)
const directory = join(root, 'data')
const data = join(directory, 'postgres/data')
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
const events: string[] = []
const log = ({ event }: { event: string }) => events.push(event)
const open = (folder = directory) => openEmbedded({ directory: folder, log })
const readPid = (folder = data) => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
const readNumbers = async (engine: Engine) =>
  (await engine.execute('select n from numbers order by n')).rows.map(({ n }) => n)

let engine: Engine
beforeAll(async () => {
  engine = await open()
  await engine.script('create table numbers (n integer primary key); insert into numbers values (1)')
})
afterAll(async () => {
  await engine.close()
  rmSync(root, { recursive: true })
})

test('it is PostgreSQL 18, syncs every commit to the disk, and reports this durability', async () => {
  const { rows } = await engine.execute(
    "select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
  )
  expect(rows).toEqual([{ version: expect.any(Number), fsync: 'on', commit: 'on' }])
  expect(Math.floor(Number(rows[0]?.['version']) / 10_000)).toBe(18)
  expect(await engine.health()).toEqual({
    ok: true,
    writes: true,
    durability: 'committed changes survive a crash and a power cut',
  })
})

test('a killed server is started again, and its listeners get notifications again', async () => {
  const payloads: string[] = []
  const onReconnect = vi.fn()
  await engine.listen('kept', (payload) => payloads.push(payload))
  engine.onReconnect(onReconnect)
  process.kill(readPid(), 'SIGKILL')
  await vi.waitFor(async () => expect(await readNumbers(engine)).toEqual([1]), { timeout: 60_000 })
  await vi.waitFor(() => expect(onReconnect).toHaveBeenCalled(), { timeout: 60_000 })
  await engine.execute("select pg_notify('kept', 'still heard')")
  await vi.waitFor(() => expect(payloads).toEqual(['still heard']), { timeout: 60_000 })
  expect(events).toEqual(expect.arrayContaining(['database.lost', 'database.restarted']))
})

test('a closed database stops answering and its server ends; it opens again with all its data', async () => {
  await engine.execute('insert into numbers values (2)')
  const pid = readPid()
  await Promise.all([engine.close(), engine.close()])
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(await engine.health()).toMatchObject({ ok: false })
  expect(existsSync(join(directory, 'studiohub.pid'))).toBe(false)
  engine = await open()
  expect(await readNumbers(engine)).toEqual([1, 2])
})

describe('a PID file', () => {
  test('with the id of an unrelated process is deleted', async () => {
    await engine.close()
    writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n1\n5432\n\n\n\nready\n`)
    writeFileSync(join(directory, 'postgres/run/.s.PGSQL.5432.lock'), `${process.pid}\n${data}\n1\n5432\n\n`)
    engine = await open()
    expect(await readNumbers(engine)).toEqual([1, 2])
  })

  test('with the id of a process that has ended is deleted', async () => {
    await engine.close()
    const { pid } = spawnSync('true')
    writeFileSync(join(data, 'postmaster.pid'), `${pid}\n${data}\n1\n5432\n\n\n\nready\n`)
    engine = await open()
    expect(await readNumbers(engine)).toEqual([1, 2])
  })

  test('left by a killed StudioHub process: its PostgreSQL is shut down cleanly and started again', async () => {
    const folder = join(root, 'orphan')
    const script = `const { openEmbedded } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)})
      const engine = await openEmbedded({ directory: process.argv[1] })
      await engine.script('create table numbers (n integer); insert into numbers values (7)')
      process.stdout.write('written'); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGKILL')
    await ended
    const orphan = readPid(join(folder, 'postgres/data'))
    expect(process.kill(orphan, 0)).toBe(true)
    events.length = 0
    const next = await open(folder)
    expect(await readNumbers(next)).toEqual([7])
    expect(readPid(join(folder, 'postgres/data'))).not.toBe(orphan)
    expect(events).toContain('database.leftover_stopped')
    await next.close()
  })
})

test('a killed first start does not prevent the next one', async () => {
  const folder = join(root, 'young')
  mkdirSync(join(folder, 'postgres/data.unfinished/base'), { recursive: true })
  const engineOfFolder = await open(folder)
  await engineOfFolder.close()
  expect(existsSync(join(folder, 'postgres/data.unfinished'))).toBe(false)
})

describe('files that it cannot read are rejected and not changed', () => {
  test('those of another PostgreSQL version', async () => {
    await engine.close()
    writeFileSync(join(data, 'PG_VERSION'), '17\n')
    await expect(open()).rejects.toThrow(`The database in ${data} was written by PostgreSQL 17; `)
    writeFileSync(join(data, 'PG_VERSION'), '18\n')
    engine = await open()
    expect(await readNumbers(engine)).toEqual([1, 2])
  })

  test('those of PGlite; the error names a commit that can read them', async () => {
    const folder = join(root, 'old')
    mkdirSync(join(folder, 'pg'), { recursive: true })
    writeFileSync(join(folder, 'pg/PG_VERSION'), '18\n')
    await expect(open(folder)).rejects.toThrow(
      /was written by an older StudioHub, which used PGlite\. Commit [0-9a-f]{7} /,
    )
    expect(existsSync(join(folder, 'postgres'))).toBe(false)
  })

  test("damaged ones: the error ends with PostgreSQL's message", async () => {
    const folder = join(root, 'damaged')
    await (await open(folder)).close()
    truncateSync(join(folder, 'postgres/data/global/pg_control'), 10)
    await expect(open(folder)).rejects.toThrow(
      /cannot be started\. Nothing was changed\. PostgreSQL says:\n.*pg_control/s,
    )
    rmSync(join(folder, 'postgres/data/PG_VERSION'))
    await expect(open(folder)).rejects.toThrow('is damaged: PG_VERSION is missing. Nothing was changed.')
  })
})

test('the socket is in another folder if the path of the directory is too long for it', async () => {
  const folder = join(root, 'l'.repeat(100))
  const longPath = await open(folder)
  const { rows } = await longPath.execute("select current_setting('unix_socket_directories') as sockets")
  const sockets = String(rows[0]?.['sockets'])
  expect(sockets.startsWith(join(tmpdir(), 'studiohub-'))).toBe(true)
  expect(statSync(sockets).mode & 0o777).toBe(0o700)
  await longPath.close()
  expect(existsSync(sockets)).toBe(false)
})

describe.runIf(isRoot)('started by root', () => {
  /** Connects to the server of `folder` as another user of this machine. */
  const connectAsNobody = (sockets: string) =>
    spawnSync(
      process.execPath,
      [
        '-e',
        `require('net').connect(process.argv[1]).on('connect', () => { console.log('in'); process.exit() }).on('error', (e) => console.log(e.code))`,
        join(sockets, '.s.PGSQL.5432'),
      ],
      { uid: NOBODY, gid: NOBODY, encoding: 'utf8', cwd: '/' },
    ).stdout.trim()

  test('another user of this machine cannot connect, even if DATA_DIR is open to all', async () => {
    const folder = join(root, 'shared')
    mkdirSync(folder, { mode: 0o755 })
    const shared = await open(folder)
    expect(connectAsNobody(join(folder, 'postgres/run'))).toBe('EACCES')
    await shared.close()
  })

  test('it runs in a user namespace, where it is not root', async () => {
    expect(statSync(data).uid).toBe(0)
    // Inside the namespace the server runs as another user than root, outside as root.
    const status = readFileSync(`/proc/${readPid()}/uid_map`, 'utf8').trim().split(/\s+/)
    expect(status).toEqual([expect.stringMatching(/^[1-9]/), '0', '1'])
  })

  describe('when the kernel refuses user namespaces', () => {
    const path = process.env.PATH
    beforeAll(() => {
      const fakeBin = join(root, 'refusing')
      mkdirSync(fakeBin)
      writeFileSync(join(fakeBin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      process.env.PATH = `${fakeBin}:${path}`
    })
    afterAll(() => {
      process.env.PATH = path
    })

    test('it runs as an unprivileged user, at the second start too', async () => {
      const folder = join(root, 'unprivileged')
      for (const _start of [1, 2]) {
        const database = await open(folder)
        const postmaster = statSync(`/proc/${readPid(join(folder, 'postgres/data'))}`)
        expect(postmaster.uid).not.toBe(0)
        expect(statSync(folder)).toMatchObject({ uid: 0, gid: postmaster.gid })
        expect(statSync(folder).mode & 0o777).toBe(0o710)
        await database.close()
      }
    })

    test('a folder that only root can enter is rejected with an error and not changed', async () => {
      const closed = join(root, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      await expect(open(join(closed, 'data'))).rejects.toThrow(
        'PostgreSQL refuses to run as root, and no other user can reach both its programs and DATA_DIR. Start StudioHub as another user',
      )
      expect(statSync(join(closed, 'data')).gid).toBe(0)
      expect(statSync(join(closed, 'data')).mode & 0o777).toBe(0o700)
    })
  })
})
