/**
 * A power cut loses no acknowledged change: `npm run prove -- power-cut [cuts]`. The embedded database is on a file
 * system in an image file. While a process writes, all of it is frozen and the image is copied: the copy has what
 * reached the disk, and nothing from the memory of the file system. The copy is opened and every acknowledged write is
 * looked for. The same with `fsync` off must lose some, or the proof could not fail. Needs root and loop devices. Ends
 * with 1 otherwise.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startWriter } from '@studiohub/testing/crashes.ts'

const SIZE = '400M'
const LEAST_WRITES = 200
const LONGEST_MS = 3_000

const [cuts = '10'] = process.argv.slice(2)

type Outcome = { acknowledged: number; lost: number; torn: number }

async function cutPower(mode: 'safe' | 'unsafe'): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-power-'))
  const [image, copy] = [join(folder, 'disk.img'), join(folder, 'copy.img')]
  const [disk, later] = [join(folder, 'disk'), join(folder, 'later')]
  execFileSync('truncate', ['-s', SIZE, image])
  execFileSync('mkfs.ext4', ['-q', image])
  const mounted: string[] = []
  const mount = (file: string, at: string) => {
    mkdirSync(at)
    execFileSync('mount', ['-o', 'loop', file, at])
    mounted.push(at)
  }
  try {
    mount(image, disk)
    const acknowledged: number[] = []
    const writer = startWriter(join(disk, 'data'), ...(mode === 'unsafe' ? ['unsafe'] : []))
    await writer.found
    await writer.writes(LEAST_WRITES, (n) => acknowledged.push(n))
    await wait(Math.random() * LONGEST_MS)
    const frozen = [writer.pid ?? 0, ...serversOf(disk)]
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    const before = [...acknowledged]
    copyFileSync(image, copy)
    for (const pid of frozen) process.kill(pid, 'SIGKILL')
    await writer.ended
    mount(copy, later)
    // After a power cut no process is left that this file could name.
    rmSync(join(later, 'data/studiohub.pid'), { force: true })
    const reader = startWriter(join(later, 'data'), 'check')
    // Without syncs the database may be too damaged to open: then everything is lost.
    const { kept, torn } = await reader.found.catch((error: unknown) => {
      if (mode === 'safe') throw error
      return { kept: [], torn: 0 }
    })
    await reader.ended
    const there = new Set(kept)
    return { acknowledged: before.length, lost: before.filter((n) => !there.has(n)).length, torn }
  } finally {
    for (const at of mounted) execFileSync('umount', ['-l', at])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The processes of the database server on `disk`: each works in its data directory. */
function serversOf(disk: string): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.map(Number).filter((pid) => worksIn(pid, disk))
}

function worksIn(pid: number, disk: string): boolean {
  try {
    const program = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    const folder = execFileSync('readlink', [`/proc/${pid}/cwd`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return program === 'postgres' && folder.startsWith(disk)
  } catch {
    return false
  }
}

async function cutOften(mode: 'safe' | 'unsafe', times: number): Promise<Outcome> {
  const total: Outcome = { acknowledged: 0, lost: 0, torn: 0 }
  for (let cut = 0; cut < times; cut += 1) {
    const { acknowledged, lost, torn } = await cutPower(mode)
    total.acknowledged += acknowledged
    total.lost += lost
    total.torn += torn
  }
  console.log(
    `${times} power cuts, fsync ${mode === 'safe' ? 'on' : 'off'}: ${total.acknowledged} writes acknowledged, ${total.lost} lost, ${total.torn} torn`,
  )
  return total
}

const safe = await cutOften('safe', Number(cuts))
// One such cut is enough, as long as one loses something; a few, because the file system may just have written by itself.
let unsafe = await cutOften('unsafe', 1)
for (let tries = 0; unsafe.lost + unsafe.torn === 0 && tries < 5; tries += 1) unsafe = await cutOften('unsafe', 1)
process.exitCode = safe.lost + safe.torn === 0 && unsafe.lost + unsafe.torn > 0 ? 0 : 1
