import { callers } from './cast.ts'
import { actors, attempts } from './probe.ts'

/** All results: table, then actor, then outcomes in the order of the table's attempts. */
export type Observation = Map<string, Map<string, string[]>>

/**
 * The lines of the matrix: `table | action | row: actors`, one for each action and row with the actors who may do it.
 * Rows with the same actors share one line; `every one` means all rows.
 */
export function matrixOf(observation: Observation): string[] {
  const lines: string[] = []
  for (const [table, tried] of Object.entries(attempts)) {
    const byDeed = Map.groupBy(
      tried.map(({ deed, about }, index) => ({ deed, about, who: whoDid(observation, table, index) })),
      ({ deed }) => deed,
    )
    for (const [deed, found] of byDeed) {
      const same = new Set(found.map(({ who }) => who)).size === 1 && found.length > 1
      const facts = same ? [{ about: 'every one', who: found[0]?.who ?? '' }] : found
      for (const { about, who } of facts) lines.push(`${table} | ${deed} | ${about}: ${who}`)
    }
  }
  return lines
}

// System roles are not people. The last two people are banned and deleted, and have the rights of visitors.
const people = callers.filter(({ key }) => key === undefined).map(({ name }) => name)
const signedIn = people.filter((name) => name !== 'visitor' && !/forged|banned|deleted/.test(name))
const roleless = signedIn.filter((name) => /newcomer|founder|pending|asks|removed/.test(name))
const groups: [name: string, members: string[]][] = [
  ['anybody', people],
  ['anyone who is signed in', signedIn],
  ['anyone who has no role', roleless],
]

/** The key acts for the admin of A, so only what it may not do is worth a word. */
function withoutKey(who: string[]): string[] {
  if (!who.includes('admin of A')) return who
  if (who.includes('key of A')) return who.filter((actor) => actor !== 'key of A')
  return who.map((actor) => (actor === 'admin of A' ? 'admin of A without a key' : actor))
}

function whoDid(observation: Observation, table: string, index: number): string {
  const who = withoutKey(actors.filter((actor) => observation.get(table)?.get(actor)?.[index] === 'done'))
  if (who.length === 0) return 'nobody'
  const [name, members] = groups.find(([, all]) => all.every((member) => who.includes(member))) ?? ['', []]
  return [name, ...who.filter((actor) => !members.includes(actor))].filter((part) => part !== '').join(', ')
}

/**
 * Reads the committed matrix: Markdown with a heading per table and a bullet per line; other text is ignored.
 * @returns the lines in the format of `matrixOf`
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
