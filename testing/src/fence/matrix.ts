import { callers } from './cast.ts'
import { actors, attempts } from './probe.ts'

/** All results: table, then actor, then outcomes in the order of the table's attempts. */
export type Observation = Map<string, Map<string, string[]>>

/**
 * The lines of the matrix: `table | action | row: actors`, one for each action and row with the actors who may do it.
 * Rows with the same actors share one line; `every one` means all rows.
 */
export function formatMatrix(observation: Observation): string[] {
  const lines: string[] = []
  for (const [table, attemptsOnTable] of Object.entries(attempts)) {
    const byAction = Map.groupBy(
      attemptsOnTable.map(({ action, subject }, index) => ({
        action,
        subject,
        allowed: describeAllowed(observation, table, index),
      })),
      ({ action }) => action,
    )
    for (const [action, results] of byAction) {
      const isSame = new Set(results.map(({ allowed }) => allowed)).size === 1 && results.length > 1
      const facts = isSame ? [{ subject: 'every one', allowed: results[0]?.allowed ?? '' }] : results
      for (const { subject, allowed } of facts) lines.push(`${table} | ${action} | ${subject}: ${allowed}`)
    }
  }
  return lines
}

// System roles are not people. The last two people are banned and deleted, and have the rights of visitors.
const people = callers.filter(({ key }) => key === undefined).map(({ name }) => name)
const signedIn = people.filter((name) => name !== 'visitor' && !/forged|banned|deleted/.test(name))
const roleless = signedIn.filter((name) => /newcomer|founder|pending|requests|removed/.test(name))
const groups: [name: string, members: string[]][] = [
  ['anybody', people],
  ['anyone who is signed in', signedIn],
  ['anyone who has no role', roleless],
]

/** Names the API key only where it may do less than the admin of A. It acts in the name of this admin. */
function withoutKey(names: string[]): string[] {
  if (!names.includes('admin of A')) return names
  if (names.includes('key of A')) return names.filter((actor) => actor !== 'key of A')
  return names.map((actor) => (actor === 'admin of A' ? 'admin of A without a key' : actor))
}

function describeAllowed(observation: Observation, table: string, index: number): string {
  const allowed = withoutKey(actors.filter((actor) => observation.get(table)?.get(actor)?.[index] === 'done'))
  if (allowed.length === 0) return 'nobody'
  const [name, members] = groups.find(([, all]) => all.every((member) => allowed.includes(member))) ?? ['', []]
  return [name, ...allowed.filter((actor) => !members.includes(actor))].filter((part) => part !== '').join(', ')
}

/**
 * Reads the committed matrix: Markdown with a heading per table and a bullet per line; other text is ignored.
 * @returns the lines in the format of `formatMatrix`
 */
export function readMatrix(markdown: string): string[] {
  const lines: string[] = []
  let table = ''
  for (const line of markdown.split('\n')) {
    const heading = /^## (\w+)$/.exec(line)
    if (heading?.[1]) table = heading[1]
    const bullet = /^- (.+?) \| (.+)$/.exec(line)
    if (bullet) lines.push(`${table} | ${bullet[1]} | ${bullet[2]}`)
  }
  return lines
}
