/**
 * A power cut loses no acknowledged change: `npm run prove -- power-cut [cuts]`. The embedded database is on a file
 * system in an image file. While a process writes, all processes are frozen and the image is copied. The copy has everything
 * that reached the disk, and nothing from the memory of the file system. Every acknowledged write must be in the copy.
 * With `fsync` off some writes must be lost, to show that the proof can fail. Needs root and loop devices. Ends with 1 if
 * either is not the case.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startWriter } from '@studiohub/testing/crashes.ts'

const SIZE = '400M'
const WRITES_MIN = 200
const WAIT_MS_MAX = 3_000

const [cuts = '10'] = process.argv.slice(2)

type Outcome = { acknowledged: number; lost: number; torn: number }

async function cutPower(mode: 'safe' | 'unsafe'): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-power-'))
  const [image, copy] = [join(folder, 'disk.img'), join(folder, 'copy.img')]
  const [disk, copiedDisk] = [join(folder, 'disk'), join(folder, 'later')]
  execFileSync('truncate', ['-s', SIZE, image])
  execFileSync('mkfs.ext4', ['-q', image])
  const mounted: string[] = []
  const mount = (file: string, target: string) => {
    mkdirSync(target)
    execFileSync('mount', ['-o', 'loop', file, target])
    mounted.push(target)
  }
  try {
    mount(image, disk)
    const acknowledged: number[] = []
    const writer = startWriter(join(disk, 'data'), ...(mode === 'unsafe' ? ['unsafe'] : []))
    await writer.report
    await writer.writes(WRITES_MIN, (n) => acknowledged.push(n))
    await wait(Math.random() * WAIT_MS_MAX)
    const frozen = [writer.pid ?? 0, ...serversOf(disk)]
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    const before = [...acknowledged]
    copyFileSync(image, copy)
    for (const pid of frozen) process.kill(pid, 'SIGKILL')
    await writer.ended
    mount(copy, copiedDisk)
    // After a power cut the process that this file names would not exist.
    rmSync(join(copiedDisk, 'data/studiohub.pid'), { force: true })
    const reader = startWriter(join(copiedDisk, 'data'), 'check')
    // Without syncs the database may be too damaged to open: then everything is lost.
    const { kept, torn } = await reader.report.catch((error: unknown) => {
      if (mode === 'safe') throw error
      return { kept: [], torn: 0 }
    })
    await reader.ended
    const stored = new Set(kept)
    return { acknowledged: before.length, lost: before.filter((n) => !stored.has(n)).length, torn }
  } finally {
    for (const target of mounted) execFileSync('umount', ['-l', target])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The processes of the database server on `disk`. Their working directory is the data directory. */
function serversOf(disk: string): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.map(Number).filter((pid) => isServerOn(pid, disk))
}

function isServerOn(pid: number, disk: string): boolean {
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

async function cutRepeatedly(mode: 'safe' | 'unsafe', times: number): Promise<Outcome> {
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

const safe = await cutRepeatedly('safe', Number(cuts))
// One cut that loses a write is enough. Several tries are needed, because the file system may just have written everything.
let unsafe = await cutRepeatedly('unsafe', 1)
for (let tries = 0; unsafe.lost + unsafe.torn === 0 && tries < 5; tries += 1) unsafe = await cutRepeatedly('unsafe', 1)
process.exitCode = safe.lost + safe.torn === 0 && unsafe.lost + unsafe.torn > 0 ? 0 : 1
