import { randomUUID } from 'node:crypto'
import { createClientMatcher, type FoundPerson } from '@studiohub/contract/features/imports/people/rules.ts'
import { type ReadProject, readProjects } from '@studiohub/contract/features/imports/projects/rules.ts'
import type { ImportProblem, ImportResult, KnownLine } from '@studiohub/contract/features/imports/schema.ts'
import { readTable } from '@studiohub/contract/features/imports/table/rules.ts'
import { listKnownClients } from '#features/clients/imports/queries.ts'
import { requireRole } from '#platform/auth/authorize.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { ImportInput, OpenedFile } from './open-file.ts'
import { insertProjects } from './projects/queries.ts'
import { insertClients, listKnownKeys } from './queries.ts'
import { buildImportResult, ensureImport, recordBatch, startImport } from './record-import.ts'

type PlannedProject = { read: ReadProject; key: string; client: Exclude<FoundPerson, { problem: string }> }

async function planProjects(tx: Tx, studio_id: string, { text, options }: OpenedFile) {
  const { lines, problems: fileProblems, ...table } = readTable('projects', text, options.columns ?? null)
  const read = readProjects(lines)
  const matcher = createClientMatcher(await listKnownClients(tx, studio_id))
  const keyOf = ({ identity }: ReadProject) => sha256(`${studio_id} ${identity}`)
  const existingKeys = await listKnownKeys(tx, { studio_id, table: 'projects' }, read.projects.map(keyOf))
  const problems: ImportProblem[] = [...fileProblems, ...read.problems]
  const known: KnownLine[] = []
  const planned: PlannedProject[] = []
  const lineOf = new Map<string, number>()
  for (const project of read.projects) {
    const { line, title } = project
    const key = keyOf(project)
    const earlierLine = lineOf.get(key)
    const client = matcher.match(project.person)
    if (existingKeys.has(key)) known.push({ line, text: title })
    else if (earlierLine !== undefined)
      problems.push({ line, field: null, message: `Line ${earlierLine} is the same project.` })
    else if ('problem' in client) problems.push({ line, field: client.field, message: client.problem })
    else {
      lineOf.set(key, line)
      planned.push({ read: project, key, client })
    }
  }
  const newClients = new Map(
    planned.flatMap(({ client }) => ('fresh' in client ? [[client.fresh.place, client.fresh]] : [])),
  )
  return { table, problems, known, planned, fresh: [...newClients.values()] }
}

/** Previews the import of a file of projects. Changes nothing. */
export const previewProjects = (caller: Caller, { studio_id }: ImportInput, openedFile: OpenedFile) =>
  asActor(caller, (tx) => planProjects(tx, studio_id, openedFile))

/** Adds those projects of a file that the studio does not have yet, with their new clients. */
export function importProjects(
  caller: Caller,
  { studio_id }: ImportInput,
  openedFile: OpenedFile,
  now: Date,
): Promise<ImportResult> {
  return asActor(caller, async (tx, callingActor) => {
    const actor = requireRole(callingActor)
    await lock(tx, 'studio', studio_id)
    const { planned, known, problems, fresh } = await planProjects(tx, studio_id, openedFile)
    const currentImport = startImport({ studio_id, kind: 'projects' }, actor.user_id, now)
    const counts = { known_count: known.length, left_out: 0, problems }
    if (planned.length === 0) return buildImportResult(currentImport, counts)
    await ensureImport(tx, currentImport)
    const row = { studio_id, import_id: currentImport.id, created_by: currentImport.created_by, at: currentImport.at }
    const clients = fresh.map((person) => ({ ...person, id: randomUUID() }))
    const ids = new Map(clients.map(({ place, id }) => [place, id]))
    await insertClients(tx, row, clients)
    const projects = planned.map(({ read, key, client }) => {
      const { title, description, project_type, status } = read
      const client_id = 'known' in client ? client.known.id : (ids.get(client.fresh.place) ?? '')
      return { id: randomUUID(), import_key: key, client_id, title, description, project_type, status }
    })
    await insertProjects(tx, row, projects)
    Object.assign(currentImport, { created: projects.length, created_clients: clients.length })
    await recordBatch(tx, actor, {
      caller,
      currentImport,
      added: { created: projects.length, created_clients: clients.length },
    })
    return buildImportResult(currentImport, counts)
  })
}
