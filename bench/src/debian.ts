import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The files with the settings with which this machine reaches its registries. */
const configuration = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/npmrc',
  '/usr/etc/npmrc',
  '/etc/ssl/certs/ca-certificates.crt',
]

/** Creates a minimal Debian in `system`, with this machine's npm and its settings for registries, but without Node. */
export function makeDebian(system: string) {
  mkdirSync(system, { recursive: true })
  // An ordinary user will have it as the root directory, so this user must be able to enter it.
  chmodSync(system, 0o755)
  execFileSync('unshare', ['--mount', 'debootstrap', '--variant=minbase', 'bookworm', system], { stdio: 'inherit' })
  cpSync('/usr/lib/node_modules/npm', join(system, 'usr/lib/node_modules/npm'), { recursive: true })
  execFileSync('chroot', [system, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/bin/npm'])
  for (const file of configuration.filter((path) => existsSync(path))) {
    mkdirSync(dirname(join(system, file)), { recursive: true })
    copyFileSync(file, join(system, file))
  }
}

/**
 * The settings of a program in a Debian system: its environment, its user, its folder, and a folder of ours for its
 * data.
 */
export type Entry = {
  env?: Record<string, string>
  user?: string | undefined
  cwd?: string | undefined
  volume?: { from: string; to: string } | undefined
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

// Sets a real root directory, because the kernel refuses user namespaces in a plain chroot.
const pivot = `set -e
system=$1 cwd=$2 from=$3 to=$4
shift 4
mount --make-rprivate /
mount --bind "$system" "$system"
if [ -n "$from" ]; then mount --bind "$from" "$system$to"; fi
mount --rbind /dev "$system/dev"
mount -t proc proc "$system/proc"
cd "$system"
mkdir -p .former
pivot_root . .former
umount -l /.former
cd "$cwd"
exec "$@"`

function unshareArguments(system: string, command: string[], { env = {}, user, cwd = '/', volume }: Entry): string[] {
  const variables = Object.entries({ PATH, HOME: '/tmp', ...env }).map(([name, value]) => `${name}=${value}`)
  const switchUser = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--no-new-privs'] : []
  return [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    'sh',
    '-c',
    pivot,
    'pivot',
    system,
    cwd,
    volume?.from ?? '',
    volume?.to ?? '',
    'env',
    '-i',
    ...variables,
    ...switchUser,
    ...command,
  ]
}

/** Runs a program in a Debian system. @returns what it printed @throws if it fails */
export function runIn(system: string, command: string[], entry: Entry = {}): string {
  return execFileSync('unshare', unshareArguments(system, command, entry), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
}

/** A program that runs as the first process of a Debian. */
export type Inside = { child: ChildProcess; stop(): Promise<number | null> }

/** Starts a program in a Debian. `stop` sends SIGTERM, as container engines and systemd do, and returns the exit code. */
export function startIn(system: string, command: string[], entry: Entry = {}): Inside {
  const child = spawn('unshare', unshareArguments(system, command, entry), { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    child,
    stop() {
      if (child.exitCode !== null) return ended
      // The outer process only waits for this inner one.
      const inner = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
      if (inner) process.kill(Number(inner), 'SIGTERM')
      return ended
    },
  }
}
