import {
  type SavedService,
  SERVICES_MAX,
  SavedService as ServiceSchema,
  serviceDefaults,
} from '../../resources/services/schema.ts'
import { readAmount } from '../amounts/rules.ts'
import { readLength } from '../dates/rules.ts'
import type { ImportProblem, KnownLine } from '../schema.ts'
import type { TableLine } from '../table/rules.ts'
import type { ImportField } from '../words.ts'

/** A service of a file. Its name identifies it, so a service that was made by hand is recognized too. */
export type ReadService = { line: number; identity: string; service: SavedService }
export type ReadServices = { services: ReadService[]; problems: ImportProblem[]; known: KnownLine[] }

const DEFAULT_MINUTES = 60
const plain = (label: string) => label.trim().toLowerCase().normalize('NFC')
const fieldOf: Record<string, ImportField> = {
  label: 'service_name',
  default_minutes: 'duration',
  price_minor: 'price',
  currency: 'currency',
  capacity: 'capacity',
  description: 'description',
}

/**
 * Reads the services of a table. Those whose name the studio already has are known.
 * @param offered the names of the studio's services
 */
export function readServices(
  lines: readonly TableLine[],
  { currency, offered }: { currency: string; offered: readonly string[] },
): ReadServices {
  const result: ReadServices = { services: [], problems: [], known: [] }
  const names = new Set(offered.map(plain))
  const lineByName = new Map<string, number>()
  for (const line of lines) {
    const label = line.cell('service_name')
    const earlier = lineByName.get(plain(label))
    if (names.has(plain(label))) result.known.push({ line: line.line, text: label })
    else if (earlier !== undefined)
      result.problems.push({ line: line.line, field: 'service_name', message: `Line ${earlier} has the same name.` })
    else {
      const service = readService(line, currency)
      if ('message' in service) result.problems.push(service)
      else if (offered.length + result.services.length >= SERVICES_MAX)
        result.problems.push({
          line: line.line,
          field: null,
          message: `A studio has at most ${SERVICES_MAX} services.`,
        })
      else {
        lineByName.set(plain(label), line.line)
        result.services.push({ line: line.line, identity: `service ${plain(label)}`, service })
      }
    }
  }
  return result
}

function readService({ line, cell }: TableLine, currency: string): SavedService | ImportProblem {
  const amount = readAmount(cell('price'), currency, cell('currency'))
  if (amount && 'problem' in amount) return { line, field: 'price', message: amount.problem }
  const [minutes, hours] = [cell('duration'), cell('hours')]
  const length = minutes ? readLength(minutes, 'minutes') : hours ? readLength(hours, 'hours') : DEFAULT_MINUTES
  if (typeof length !== 'number') return { line, field: minutes ? 'duration' : 'hours', message: length.problem }
  const capacity = cell('capacity')
  if (capacity && !/^\d{1,6}$/.test(capacity))
    return { line, field: 'capacity', message: `"${capacity}" is not a number of people.` }
  const parsed = ServiceSchema.safeParse({
    ...serviceDefaults,
    label: cell('service_name'),
    default_minutes: length,
    price_minor: amount?.minor ?? null,
    currency: amount && amount.currency !== currency ? amount.currency : null,
    description: cell('description') || null,
    capacity: capacity ? Number(capacity) : null,
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return { line, field: fieldOf[String(issue?.path[0])] ?? null, message: issue?.message ?? 'Please check this line.' }
}
