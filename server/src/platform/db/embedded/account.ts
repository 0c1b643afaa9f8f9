import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '#platform/process/start-error.ts'

/** An account that can run PostgreSQL, which refuses to run as root. */
export type Account = {
  /** The program and the arguments to spawn, so that `program` runs as this account. */
  command(program: string, args: string[]): [program: string, args: string[]]
  /** The user and group for `spawn`; empty if they do not change. */
  ids: { uid?: number; gid?: number }
  /** Makes this account the owner of `folder` and of everything in it. */
  takeOwnership(folder: string): void
}

const ownAccount: Account = { command: (program, args) => [program, args], ids: {}, takeOwnership() {} }

/**
 * The arguments for a user namespace in which root appears as an ordinary user and still owns its files. The user must exist
 * in `passwd`, because initdb looks up its name.
 */
export function namespaceArgs(passwd: string): string[] {
  const ids = passwd.split('\n').map((line) => line.split(':').slice(2, 4))
  const [uid, gid] = ids.find(([id]) => Number(id) > 0) ?? ['1000', '1000']
  return ['--user', `--map-user=${uid}`, `--map-group=${gid}`]
}

const ownNamespaceArgs = () => namespaceArgs(readFileSync('/etc/passwd', 'utf8'))

const namespaceAccount: Account = {
  command: (program, args) => ['unshare', [...ownNamespaceArgs(), program, ...args]],
  ids: {},
  takeOwnership() {},
}

const candidates = ['studiohub', 'postgres', 'nobody']

/**
 * Chooses the account for the database server. An ordinary user runs it directly. Root runs it in a user namespace or, if
 * the kernel forbids that (in a chroot and in most containers), as an unprivileged user.
 * @param folder the database's own folder, in `DATA_DIR`
 * @param program the account must be able to run it
 * @throws StartError if root can use neither
 */
export function chooseAccount(folder: string, program: string): Account {
  if (process.getuid?.() !== 0) return ownAccount
  const owner = statSync(folder)
  if (owner.uid !== 0) return userAccount(owner.uid, owner.gid)
  if (allowsNamespace()) return namespaceAccount
  for (const name of candidates) {
    const user = findUser(name)
    if (user && isReachable(folder, program, user)) return userAccount(user.uid, user.gid)
  }
  throw new StartError(
    'PostgreSQL refuses to run as root, and no other user can reach both its programs and DATA_DIR. Start StudioHub as ' +
      `another user, move it and DATA_DIR (${dirname(folder)}) out of folders that only root can enter, or name a server in DATABASE_URL.`,
  )
}

const allowsNamespace = () => spawnSync('unshare', [...ownNamespaceArgs(), 'true'], { stdio: 'ignore' }).status === 0

type User = { uid: number; gid: number }

function findUser(name: string): User | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

const userAccount = (uid: number, gid: number): Account => ({
  command: (program, args) => [program, args],
  ids: { uid, gid },
  takeOwnership: (folder) => changeOwner(folder, { uid, gid }),
})

function changeOwner(path: string, user: User) {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  chownSync(path, user.uid, user.gid)
  if (entry.isDirectory()) for (const name of readdirSync(path)) changeOwner(join(path, name), user)
}

/**
 * Gives the folder to the user and tests whether they can enter it and run the program. Undoes it if they cannot, because a
 * folder above may be open to root only.
 */
function isReachable(folder: string, program: string, user: User): boolean {
  const dataDir = dirname(folder)
  const before = statSync(dataDir)
  // The user's group may pass through DATA_DIR but not read it.
  chownSync(dataDir, before.uid, user.gid)
  chmodSync(dataDir, 0o710)
  changeOwner(folder, user)
  const succeeds = (...args: string[]) => spawnSync('test', args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0
  if (succeeds('-w', folder) && succeeds('-x', program)) return true
  changeOwner(folder, { uid: 0, gid: 0 })
  chownSync(dataDir, before.uid, before.gid)
  chmodSync(dataDir, before.mode & 0o777)
  return false
}
