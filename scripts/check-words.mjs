/**
 * Words that no tracked file may contain: suppressions of the checks, tests switched off, old style, and places that belong
 * to one machine or one package registry.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { list } from './sources.mjs'

// The patterns are spelled so that this file does not match itself.
const banned = [
  {
    pattern: /biome-i[g]nore(?! lint\/\S+: .{20})|esl[i]nt-|@ts-(i[g]nore|nocheck|expect[-]error)|prettier-i[g]nore/,
    why: 'a suppression: fix what is reported, or name the rule and write why it is wrong here',
  },
  { pattern: /\bas[ ]any\b|<an[y]>/, why: 'any switches the types off', only: /\.tsx?$/ },
  {
    pattern: /\b(test|it|describe|suite)\.(onl[y]|ski[p]|tod[o]|fixm[e]|skipI[f]|fail[s])\b/,
    why: 'every test runs, always',
    only: /\.(tsx?|mjs)$/,
  },
  {
    pattern: /crypto\.randomUUI[D]/,
    why: 'exists on secure pages only: use randomKey() of lib/random-key.ts',
    only: /^web\/src\//,
  },
  {
    // Old words that a reader must translate. Records of decisions and migrations that have run keep their text.
    pattern:
      /\b(ane[w]|who(eve[r]|m(eve[r])?)|whenc[e]|les[t]|thereo[f])\b|\bbe ha[d]\b|\btakes i[n]\b|\bnot any mor[e]\b/i,
    why: 'old style: write modern, direct English (CONTRIBUTING.md)',
    only: /^(?!docs\/decisions\/|server\/migrations\/|CONTRIBUTING\.md$|package-lock\.json$)/,
  },
  { pattern: /(^|[\s'"`(=:])\/(wor[k]|roo[t]|hom[e]|Use[r]s)\//, why: 'a path of one machine' },
  {
    pattern: /registry\.npm[j]s|npm[m]irror|deb\.debia[n]\.org|registry\.yar[n]pkg/,
    why: "a registry's host: the machine's own settings say where packages come from",
  },
]

/** @returns a finding for every banned word in a tracked file, with its line */
export function checkWords(base) {
  const findings = []
  for (const file of tracked(base)) {
    const bytes = readFileSync(join(base, file))
    if (bytes.includes(0)) continue
    const rules = banned.filter(({ only }) => !only || only.test(file))
    for (const [index, text] of bytes.toString('utf8').split('\n').entries()) {
      for (const { pattern, why } of rules) {
        const word = text.match(pattern)?.[0].trim()
        if (word) findings.push({ file, line: index + 1, message: `'${word}': ${why}` })
      }
    }
  }
  return findings
}

function tracked(base) {
  if (!existsSync(join(base, '.git'))) return list(base, ['.'])
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: base,
    encoding: 'utf8',
  })
  return names.split('\0').filter((name) => name && existsSync(join(base, name)) && statSync(join(base, name)).isFile())
}
