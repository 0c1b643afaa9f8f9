/**
 * Words that tracked files must not contain: suppressions of checks, skipped tests, old style, and paths of one machine
 * or registry.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { oldWords } from './old-words.mjs'
import { list } from './sources.mjs'

// The patterns are written so that this file does not match itself.
const bannedPatterns = [
  {
    pattern: /biome-i[g]nore(?! lint\/\S+: .{20})|esl[i]nt-|@ts-(i[g]nore|nocheck|expect[-]error)|prettier-i[g]nore/,
    why: 'a suppression: fix the finding, or name the rule and give the reason',
  },
  { pattern: /\bas[ ]any\b|<an[y]>/, why: 'any disables type checking', only: /\.tsx?$/ },
  {
    pattern: /\b(test|it|describe|suite)\.(onl[y]|ski[p]|tod[o]|fixm[e]|skipI[f]|fail[s])\b/,
    why: 'all tests must run',
    only: /\.(tsx?|mjs)$/,
  },
  {
    pattern: /crypto\.randomUUI[D]/,
    why: 'exists on secure pages only: use randomKey() of lib/random-key.ts',
    only: /^web\/src\//,
  },
  {
    // The text of a released migration never changes.
    pattern: oldWords,
    why: 'old style: write modern, direct English (CONTRIBUTING.md)',
    only: /^(?!server\/migrations\/|CONTRIBUTING\.md$|package-lock\.json$)/,
  },
  {
    pattern: /\b(test|describe)\((['"`][A-Z]\d+[:,] |.* \([A-Z]\d+\)['"`],)/,
    why: 'a title with the number of a list that readers cannot see: leave the number out',
    only: /\.test\.tsx?$/,
  },
  { pattern: /(^|[\s'"`(=:])\/(wor[k]|roo[t]|hom[e]|Use[r]s)\//, why: 'a path of a single machine' },
  {
    pattern: /registry\.npm[j]s|npm[m]irror|deb\.debia[n]\.org|registry\.yar[n]pkg/,
    why: "a registry's host: the machine's own settings say where packages come from",
  },
]

/** @returns a finding for every forbidden word in a tracked file, with its line */
export function checkWords(base) {
  const findings = []
  for (const file of listTrackedFiles(base)) {
    const bytes = readFileSync(join(base, file))
    if (bytes.includes(0)) continue
    const rules = bannedPatterns.filter(({ only }) => !only || only.test(file))
    for (const [index, text] of bytes.toString('utf8').split('\n').entries()) {
      for (const { pattern, why } of rules) {
        const word = text.match(pattern)?.[0].trim()
        if (word) findings.push({ file, line: index + 1, message: `'${word}': ${why}` })
      }
    }
  }
  return findings
}

function listTrackedFiles(base) {
  if (!existsSync(join(base, '.git'))) return list(base, ['.'])
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: base,
    encoding: 'utf8',
  })
  return names.split('\0').filter((name) => name && existsSync(join(base, name)) && statSync(join(base, name)).isFile())
}
