import { NewProject } from '../../projects/schema.ts'
import { type ProjectStatus, type ProjectType, projectStatuses, projectTypes } from '../../projects/words.ts'
import { type ImportedPerson, parsePerson } from '../people/rules.ts'
import type { ImportProblem } from '../schema.ts'
import type { TableLine } from '../table/rules.ts'
import { type ImportField, projectStatusPatterns } from '../words.ts'

export type ReadProject = {
  line: number
  identity: string
  person: ImportedPerson
  title: string
  description: string
  project_type: ProjectType
  status: ProjectStatus
}
export type ReadProjects = { projects: ReadProject[]; problems: ImportProblem[] }

const typePatterns: Record<ProjectType, RegExp> = {
  podcast: /podcast/i,
  video: /video|film|movie|clip/i,
  ad: /^ads?$|advert|commercial|spot|werbung/i,
  voiceover: /voice|sprecher|dubbing/i,
  music: /music|musik|album|single|^ep$|song|recording|mix|master/i,
  other: /./,
}
const typeOf = (text: string) => projectTypes.find((type) => typePatterns[type].test(text)) ?? 'other'
const fieldOf: Record<string, ImportField> = { title: 'title', description: 'description' }

/** Reads the projects of a table. An unknown type becomes 'other', and a missing status becomes 'active'. */
export function readProjects(lines: readonly TableLine[]): ReadProjects {
  const result: ReadProjects = { projects: [], problems: [] }
  for (const row of lines) {
    const { line, cell } = row
    const person = parsePerson(row)
    const text = cell('status').trim().toLowerCase()
    const status = text === '' ? 'active' : projectStatuses.find((status) => projectStatusPatterns[status].test(text))
    const fields = {
      title: cell('title'),
      description: cell('description'),
      project_type: typeOf(cell('project_type')),
    }
    const parsed = NewProject.safeParse(fields)
    const [issue] = parsed.error?.issues ?? []
    if (!parsed.success)
      result.problems.push({
        line,
        field: fieldOf[String(issue?.path[0])] ?? null,
        message: issue?.message ?? 'Please check this line.',
      })
    else if (!person) result.problems.push({ line, field: 'client_name', message: 'A project needs a client.' })
    else if (!status)
      result.problems.push({ line, field: 'status', message: `We don't know the status "${cell('status')}".` })
    else {
      const source = cell('source_id')
      const clientKey = (person.email || person.phone || person.name).toLowerCase()
      const identity = source ? `id ${source}` : JSON.stringify([parsed.data.title.toLowerCase(), clientKey])
      result.projects.push({ line, identity, person, status, ...parsed.data })
    }
  }
  return result
}
