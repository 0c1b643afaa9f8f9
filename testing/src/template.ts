import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DirectoryInUseError, takeLock } from '@studiohub/server/platform/db/embedded/lock.ts'
import { startProcess } from './processes.ts'

const root = resolve(import.meta.dirname, '../..')
const templates = join(root, 'node_modules/.cache/studiohub/databases')
const RETENTION_MS = 24 * 3_600_000
const CREATED_WITHIN_MS = 170_000

/** The files that a server leaves in its folder: the database and the key of its secrets. */
const parts = ['postgres', 'secret.key']

/**
 * Copies a prepared database into `dataDir`, so that the next start is faster. The first call after a change of the
 * schema creates it in another process; other calls, also of other processes, wait.
 */
export async function fillFromTemplate(dataDir: string): Promise<void> {
  const template = join(templates, fingerprint())
  const until = Date.now() + CREATED_WITHIN_MS
  while (!existsSync(template)) await createOrWait(template, until)
  for (const part of parts) cpSync(join(template, part), join(dataDir, part), { recursive: true })
}

/** Identifies everything that determines the content of a template. Queues and grants are updated by every start. */
export function fingerprint(): string {
  const hash = createHash('sha256')
  const sources = ['server/migrations/*.sql', 'server/src/platform/db/roles.ts', 'server/src/platform/db/embedded/*.ts']
  for (const file of globSync(sources, { cwd: root }).sort())
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  hash.update(packages['node_modules/pg-boss'].version)
  return hash.digest('hex').slice(0, 24)
}

async function createOrWait(template: string, until: number) {
  try {
    const lock = await takeLock(templates)
    try {
      if (!existsSync(template)) await createTemplate(template)
    } finally {
      lock.release()
    }
  } catch (error) {
    if (!(error instanceof DirectoryInUseError) || Date.now() > until) throw error
    await wait(100)
  }
}

async function createTemplate(template: string) {
  removeOldTemplates()
  const unfinished = mkdtempSync(`${template}.unfinished-`)
  try {
    const server = await startProcess({ DATA_DIR: unfinished, DEMO: 'off', LOG_LEVEL: 'warn' })
    await server.stop()
    for (const name of readdirSync(unfinished)) {
      if (!parts.includes(name)) rmSync(join(unfinished, name), { recursive: true })
    }
    renameSync(unfinished, template)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function removeOldTemplates() {
  for (const name of readdirSync(templates)) {
    const path = join(templates, name)
    if (Date.now() - statSync(path).mtimeMs > RETENTION_MS) rmSync(path, { recursive: true, force: true })
  }
}
