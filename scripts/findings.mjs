/**
 * A check is a function `(root) => Finding[]`, where a finding is `{ file, line?, message }`: the check script runs it on
 * the checkout, a test runs it on a tree with a planted mistake, and `main` makes a command of it.
 */
import { root } from './install.mjs'

/** Prints findings as `file:line: message`, one a line. */
export function print(findings) {
  for (const { file, line, message } of findings) console.error(`${file}${line ? `:${line}` : ''}: ${message}`)
}

/** Runs one check as a command; the folder to look at may be named (`node scripts/check-rooms.mjs <folder>`). */
export async function main(check) {
  const [folder = root] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const findings = await check(folder)
  print(findings)
  process.exit(findings.length === 0 ? 0 : 1)
}
