/**
 * Checks commit messages: `area: what changes` in at most 72 characters, imperative; the reason goes in the body. Old-fashioned
 * words are rejected, as in files.
 * `--file <path>` checks the message of a new commit (the git hook). Otherwise it checks the commits of this branch
 * that the main branch does not have, or on the main branch those after `LAST_UNCHECKED`. `COMMITS_AFTER` sets another
 * starting commit.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { oldWords } from './old-words.mjs'

const SUBJECT_MAX = 72
// Five messages up to this commit are older than the rules that they break.
const LAST_UNCHECKED = '35e3de43c0f59b0520c3626ebc79bf316e00ded7'
const scissors = /^# -+ >8 -+$/m

// Non-imperative words that the endings below miss.
const nonVerbs = new Set([
  'a',
  'an',
  'the',
  'some',
  'more',
  'new',
  'no',
  'not',
  'now',
  'it',
  'is',
  'was',
  'were',
  'made',
])
// Verbs with the ending of a participle or third person.
const verbsWithEnding = new Set(
  'bring cling embed exceed feed focus heed need proceed redo seed shed sing speed spring string succeed swing'.split(
    ' ',
  ),
)

/** @returns the problems of a commit message, one sentence each */
export function findProblems(message) {
  const [subject = '', second = ''] = message.trim().split('\n')
  // Subjects written by git. Fixup commits are checked together with their target.
  if (/^(Merge|Revert) |^(fixup|squash|amend)! /.test(subject)) return []
  const problems = []
  if (subject.length > SUBJECT_MAX)
    problems.push(`the subject has ${subject.length} characters, at most ${SUBJECT_MAX}`)
  const [, , change] = subject.match(/^([a-z0-9][a-z0-9, -]*): (\S.*)$/) ?? []
  if (!change) problems.push("the subject must be 'area: what changes', with the area in lower case")
  else if (!isImperative(change))
    problems.push(`'${change.split(' ')[0]}' is not imperative: start with a verb such as 'add'`)
  if (/[.!]$/.test(subject)) problems.push('the subject must not end with a period')
  if (second.trim()) problems.push('the second line must be empty')
  const word = message.match(oldWords)?.[0]
  if (word) problems.push(`'${word}' is old style: write modern, direct English`)
  return problems
}

function isImperative(change) {
  const word = change.split(/[^A-Za-z]/)[0].toLowerCase()
  if (!word || nonVerbs.has(word)) return false
  return verbsWithEnding.has(word) || !/(ed|ing|[^su]s)$/.test(word)
}

/** The message as git stores it: without comments and without the text below the scissors line. */
export function withoutComments(text) {
  return text.split(scissors)[0].replace(/^#.*\n?/gm, '')
}

/**
 * @returns the commits of the repository `base` that are not in `after`. By default those that the main branch does not
 * have, or on the main branch itself those that are not in `lastUnchecked`
 */
export function newCommits(base, after, lastUnchecked = LAST_UNCHECKED) {
  const start = findStart(base, after, lastUnchecked)
  if (!start) {
    console.log('No earlier commit was found to start from, so no message was checked.')
    return []
  }
  const log = git(base, 'log', '--no-merges', '--format=%h%x00%B%x00%x00', `${start}..HEAD`)
  return log
    .split('\0\0\n')
    .filter((entry) => entry.trim())
    .map((entry) => entry.split('\0'))
    .map(([id = '', message = '']) => ({ id: id.trim(), message }))
}

function findStart(base, after, lastUnchecked) {
  const isThere = (name) => name && isCommit(base, name)
  if (isThere(after)) return after
  const main = ['origin/main', 'main'].find(isThere)
  if (main && git(base, 'rev-list', '--count', `${main}..HEAD`).trim() !== '0') return main
  return isThere(lastUnchecked) ? lastUnchecked : undefined
}

const git = (cwd, ...args) => execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 })

// A push of a new branch names forty zeros as the commit before it.
function isCommit(cwd, name) {
  return spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd }).status === 0
}

function checkFile(file) {
  const problems = findProblems(withoutComments(readFileSync(file, 'utf8')))
  if (problems.length === 0) return
  console.error(
    `This commit message does not follow CONTRIBUTING.md:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  )
  console.error(`Your message is saved. To edit it: git commit --edit --file=${file}`)
  process.exitCode = 1
}

function checkBranch() {
  const counts = { passed: 0, failed: 0 }
  for (const { id, message } of newCommits(process.cwd(), process.env.COMMITS_AFTER)) {
    const problems = findProblems(message)
    counts[problems.length === 0 ? 'passed' : 'failed'] += 1
    for (const problem of problems) console.log(`FAILED ${id} ${message.split('\n')[0]}: ${problem}`)
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  if (counts.failed > 0) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) {
  const [flag, file] = process.argv.slice(2)
  if (flag === '--file' && file) checkFile(file)
  else checkBranch()
}
