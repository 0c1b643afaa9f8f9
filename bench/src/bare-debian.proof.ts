/**
 * The product starts on a minimal Debian for an ordinary user: `npm run prove -- bare-debian`. Needs root, debootstrap,
 * and Node and npm of this machine under /usr. Without the library that the pinned Node needs, the start stops before
 * the install and names the library. With it `npm start` works.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@studiohub/testing/postgres.ts'
import { root } from '../../scripts/install.mjs'
import { makeDebian } from './debian.ts'

const USER = 1000
const STARTS_WITHIN_MS = 30 * 60_000
const system = mkdtempSync(join(tmpdir(), 'studiohub-debian-'))
const home = join(system, 'srv/studiohub')

function prepareSystem() {
  makeDebian(system)
  copyFileSync('/usr/bin/node', join(system, 'usr/bin/node'))
  execFileSync('chroot', [
    system,
    'useradd',
    '--create-home',
    '--home-dir',
    '/srv/studiohub',
    '--uid',
    String(USER),
    'studiohub',
  ])
  // Node reads its memory use from /proc.
  execFileSync('mount', ['--bind', '/proc', join(system, 'proc')])
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', home], { input: archive })
  execFileSync('chroot', [system, 'chown', '-R', 'studiohub:', '/srv/studiohub'])
}

const port = String(await freePort())
const npmStart = (user: 'studiohub' | 'root') => [
  '--userspec',
  `${user}:${user}`,
  system,
  'env',
  '-i',
  'HOME=/srv/studiohub',
  'PATH=/usr/bin:/bin',
  'DEMO=off',
  `PORT=${port}`,
  `DATA_DIR=/srv/studiohub/data-of-${user}`,
  'sh',
  '-c',
  'cd && exec npm start',
]

async function startsInTime(user: 'studiohub' | 'root'): Promise<boolean> {
  const child = spawn('chroot', npmStart(user), { stdio: 'inherit' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    for (
      const until = Date.now() + STARTS_WITHIN_MS;
      Date.now() < until && child.exitCode === null;
      await wait(1_000)
    ) {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      if (response?.ok) return true
    }
    return false
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

try {
  prepareSystem()
  const bareStart = spawnSync('chroot', npmStart('studiohub'), { encoding: 'utf8' })
  const printed = bareStart.stdout + bareStart.stderr
  console.log(printed)
  const namesLibrary = bareStart.status === 1 && /needs the library libatomic\.so\.1\. Install it/.test(printed)
  const installs = existsSync(join(home, 'node_modules'))
  console.log(`without the library: ${namesLibrary && !installs ? 'names it and installs nothing' : 'FAULT'}`)
  execFileSync('chroot', [system, 'sh', '-c', 'apt-get -qq update && apt-get -qq install -y libatomic1'], {
    stdio: 'inherit',
  })
  const starts = await startsInTime('studiohub')
  console.log(`with the library: ${starts ? 'starts' : 'FAULT'}`)
  const startsForRoot = await startsInTime('root')
  const owner = statSync(join(home, 'data-of-root/postgres/data'), { throwIfNoEntry: false })?.uid
  console.log(`for root: ${startsForRoot && owner === USER ? 'starts, the database as an unprivileged user' : 'FAULT'}`)
  process.exitCode = namesLibrary && !installs && starts && startsForRoot && owner === USER ? 0 : 1
} finally {
  // While /proc is mounted, nothing below it may be removed.
  if (spawnSync('umount', [join(system, 'proc')]).status === 0) rmSync(system, { recursive: true, force: true })
}
