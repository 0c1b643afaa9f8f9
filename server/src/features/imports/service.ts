import { canListImports } from '@studiohub/contract/features/imports/policy.ts'
import type { ImportPreview, ImportResult } from '@studiohub/contract/features/imports/schema.ts'
import { IMPORT_DETAILS_MAX, type ImportKind } from '@studiohub/contract/features/imports/words.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { importBookings } from './import-bookings.ts'
import { importClientsOfFile, previewClients } from './import-clients.ts'
import { importProjects, previewProjects } from './import-projects.ts'
import { importServices, previewServices } from './import-services.ts'
import { type ImportInput, type OpenedFile, openFile } from './open-file.ts'
import * as queries from './queries.ts'
import { toImport } from './record-import.ts'
import { placePlannedSessions } from './sessions/place-service.ts'
import { planSessions } from './sessions/plan-service.ts'

/** Previews an import, with its problems sorted by line. Changes nothing. */
export async function previewImport(caller: Caller, input: ImportInput, now: Date): Promise<ImportPreview> {
  const openedFile = await openFile(caller, input, now)
  const preview = await previews[input.kind](caller, input, openedFile, now)
  const { problems, known } = preview
  return {
    kind: input.kind,
    is_calendar: openedFile.events !== null,
    program: null,
    columns: [],
    rows: 0,
    past_count: 0,
    new_clients: 0,
    left_out: 0,
    date_order: { is_needed: false, value: null, example: null },
    services: { values: [], options: [] },
    resources: { values: [], options: [] },
    ...preview,
    problem_count: problems.length,
    problems: problems.toSorted((a, b) => a.line - b.line).slice(0, IMPORT_DETAILS_MAX),
    known_count: known.length,
    known: known.slice(0, IMPORT_DETAILS_MAX),
  }
}

type PreviewResult = Pick<ImportPreview, 'new_count' | 'problems' | 'known'> & Partial<ImportPreview>
type PreviewFile = (caller: Caller, input: ImportInput, openedFile: OpenedFile, now: Date) => Promise<PreviewResult>

const previews: Record<ImportKind, PreviewFile> = {
  async clients(caller, input, openedFile) {
    const { table, problems, fresh, duplicates } = await previewClients(caller, input, openedFile)
    const known = duplicates.map(({ line, name, client_name, by }) => ({
      line,
      text: `${name}: same ${by === 'email' ? 'address' : by} as ${client_name ?? 'a client without a name'}`,
    }))
    return { ...table, new_count: fresh.length, problems, known }
  },
  async services(caller, input, openedFile) {
    const { table, read } = await previewServices(caller, input, openedFile)
    return { ...table, new_count: read.services.length, problems: read.problems, known: read.known }
  },
  async projects(caller, input, openedFile) {
    const { table, planned, problems, known, fresh } = await previewProjects(caller, input, openedFile)
    return { ...table, new_count: planned.length, new_clients: fresh.length, problems, known }
  },
  bookings: (caller, { studio_id }, openedFile, now) =>
    asActor(caller, async (tx) => {
      const plan = await planSessions(tx, { studio_id, openedFile, now })
      const { placed, problems } = await placePlannedSessions(tx, { studio_id, plan, now }, plan.planned)
      const clients = placed.flatMap(({ session: { client } }) =>
        client && 'fresh' in client ? client.fresh.place : [],
      )
      return {
        ...plan.table,
        known: plan.known,
        left_out: plan.left_out,
        date_order: plan.date_order,
        new_count: placed.length,
        past_count: placed.filter(({ session }) => session.isPast).length,
        new_clients: new Set(clients).size,
        problems: [...plan.problems, ...problems],
        services: {
          values: plan.values.services,
          options: plan.options.services.map(({ key, label }) => ({ value: key, label })),
        },
        resources: {
          values: plan.values.resources,
          options: plan.resources.map(({ id, name }) => ({ value: id, label: name })),
        },
      }
    }),
}

const imports: Record<
  ImportKind,
  (caller: Caller, input: ImportInput, openedFile: OpenedFile, now: Date) => Promise<ImportResult>
> = {
  clients: importClientsOfFile,
  services: importServices,
  bookings: importBookings,
  projects: importProjects,
}

/** Adds the rows of a file that the studio does not have yet. Skips lines with a problem. Sends no email. */
export async function createImport(caller: Caller, input: ImportInput, now: Date): Promise<ImportResult> {
  const openedFile = await openFile(caller, input, now)
  return imports[input.kind](caller, input, openedFile, now)
}

/** Lists the newest imports of a studio. */
export function listImports(caller: Caller, studio_id: string) {
  return asActor(caller, async (tx, actor) => {
    authorize(canListImports(requireRole(actor), studio_id))
    return { items: (await queries.listImports(tx, studio_id)).map(toImport) }
  })
}
