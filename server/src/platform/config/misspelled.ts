/** An unknown variable, and the variable of the product that it looks like. */
export type MisspelledVariable = { name: string; suggestion: string }

const LONG_NAME = 8

/**
 * Finds variables that look like a misspelled known name: one change away, or two for names of eight or more letters. Two
 * swapped letters count as one change.
 * @param names the variables that are set; most are unrelated (`HOME`, `PATH`)
 */
export function findMisspelled(names: readonly string[], knownNames: readonly string[]): MisspelledVariable[] {
  return names
    .filter((name) => !knownNames.includes(name))
    .flatMap((name) => {
      const suggestion = knownNames.find((known) => editDistance(name, known) <= (known.length < LONG_NAME ? 1 : 2))
      return suggestion ? [{ name, suggestion }] : []
    })
}

/** The message for the operator about one misspelled variable. */
export const misspelledSentence = ({ name, suggestion }: MisspelledVariable) =>
  `${name} is not a variable of StudioHub and has no effect. Did you mean ${suggestion}?`

/**
 * The number of changes, insertions, deletions and swaps of neighbors that turn one text into the other (optimal string
 * alignment).
 */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, to.length)
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY
