import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findProblems, newCommits, withoutComments } from './commit-messages.mjs'
import { setUpHooks } from './hooks.mjs'
import { root } from './install.mjs'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const reason = '\n\nOnly creating checked the start.\n'

describe('a commit message', () => {
  test.each([
    'bookings: refuse a move into the past',
    'auth, profile: keep the session',
    'ci: speed up the install',
    'web: pass the address on',
    'db: embed the statement',
    'bookings: process a refund once',
    'web: focus the field again',
    `ui: ${'a'.repeat(68)}`,
  ])('passes: %s', (subject) => {
    expect(findProblems(subject + reason)).toEqual([])
  })

  test.each([
    ['Bookings: refuse a move', 'area'],
    ['refuse a move', 'area'],
    ['bookings:refuse a move', 'area'],
    ['bookings: ', 'area'],
    ['bookings: refused a move', "'refused' is not imperative"],
    ['bookings: refuses a move', "'refuses' is not imperative"],
    ['bookings: Refusing a move', "'Refusing' is not imperative"],
    ['bookings: a move is refused', "'a' is not imperative"],
    ['bookings: 3 faults', 'is not imperative'],
    ['bookings: refuse a move.', 'end with a period'],
    [`ui: ${'a'.repeat(69)}`, '73 characters'],
  ])('is rejected: %s', (subject, problem) => {
    expect(findProblems(subject + reason).join()).toContain(problem)
  })

  test('is rejected if its subject or body has an old-fashioned word', () => {
    const word = 'ane' + 'w'
    expect(findProblems(`web: read the list ${word}`)).toEqual([`'${word}' is old style: write modern, direct English`])
    expect(findProblems(`web: read the list\n\nThe page read it ${word}.`).join()).toContain('old style')
    expect(findProblems('web: read the list again\n\nIt has a renewed sign-in.')).toEqual([])
  })

  test('needs an empty line below its subject, and may have a body after it', () => {
    expect(findProblems('bookings: refuse a move')).toEqual([])
    expect(findProblems('bookings: refuse a move\nIt was allowed.').join()).toContain('second line must be empty')
  })

  test('may be a message that git writes', () => {
    const messages = ['Merge branch "x"', 'Revert "web: show it"', 'fixup! web: show it']
    expect(messages.flatMap(findProblems)).toEqual([])
  })

  test('is read without the comments that git adds for the editor', () => {
    const scissors = `# ${'-'.repeat(24)} >8 ${'-'.repeat(24)}`
    expect(withoutComments(`web: show it\n# On branch x\n\nWhy.\n${scissors}\ndiff`)).toBe('web: show it\n\nWhy.\n')
  })
})

/** A repository with our hook and its script, and one commit on its main branch. */
function aRepository() {
  const base = mkdtempSync(join(tmpdir(), 'studiohub-commits-'))
  folders.push(base)
  for (const path of ['.githooks', 'scripts/commit-messages.mjs', 'scripts/old-words.mjs'])
    cpSync(join(root, path), join(base, path), { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: base,
      stdio: 'pipe',
    })
  const commit = (message: string) => git('commit', '--allow-empty', '-m', message)
  git('init', '--initial-branch=main')
  commit('no form at all')
  return { base, git, commit }
}

describe('the hook', () => {
  test('rejects a bad message once it is set up, and accepts a good one', () => {
    const { base, git, commit } = aRepository()
    expect(setUpHooks(base)).toBe(true)
    expect(() => commit('Fixed it')).toThrow("must be 'area: what changes'")
    commit(`web: show it${reason}`)
    expect(git('log', '--format=%s').toString()).toBe('web: show it\nno form at all\n')
  })

  test('does not replace hooks that a person has configured', () => {
    const { base, git } = aRepository()
    git('config', 'core.hooksPath', 'mine')
    expect(setUpHooks(base)).toBe(false)
    expect(git('config', 'core.hooksPath').toString()).toBe('mine\n')
  })

  test('does not replace hooks in .git/hooks', () => {
    const { base, git } = aRepository()
    mkdirSync(join(base, '.git/hooks'), { recursive: true })
    writeFileSync(join(base, '.git/hooks/pre-commit'), '#!/bin/sh\n')
    expect(setUpHooks(base)).toBe(false)
    expect(() => git('config', 'core.hooksPath')).toThrow()
  })

  test('is not needed without a repository', () => {
    const base = mkdtempSync(join(tmpdir(), 'studiohub-commits-'))
    folders.push(base)
    expect(setUpHooks(base)).toBe(false)
  })
})

describe('the check of a branch', () => {
  const run = (cwd: string, COMMITS_AFTER = '') =>
    spawnSync('node', ['scripts/commit-messages.mjs'], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, COMMITS_AFTER },
    })

  test('covers the commits that the main branch does not have', () => {
    const { base, git, commit } = aRepository()
    git('switch', '-c', 'topic')
    commit(`web: show it${reason}`)
    commit('web: shows it')
    const { status, stdout } = run(base)
    expect(stdout).toContain("web: shows it: 'shows' is not imperative")
    expect(stdout).toMatch(/1 passed, 1 failed\n$/)
    expect(status).toBe(1)
  })

  test('starts after the commit that CI names, or after the main branch if CI names none', () => {
    const { base, commit } = aRepository()
    commit('web: shows it')
    expect(newCommits(base, 'HEAD~1').map(({ message }) => message.trim())).toEqual(['web: shows it'])
    expect(run(base, 'HEAD').stdout).toBe('0 passed, 0 failed\n')
    expect(run(base, '0'.repeat(40)).stdout).toContain('0 passed, 0 failed\n')
  })

  test('covers the commits of the main branch itself since the last commit that is older than the rules', () => {
    const { base, git, commit } = aRepository()
    const lastUnchecked = git('rev-parse', 'HEAD').toString().trim()
    commit('web: shows it')
    const messages = (after?: string) => newCommits(base, after, lastUnchecked).map(({ message }) => message.trim())
    expect(messages()).toEqual(['web: shows it'])
    git('switch', '-c', 'topic')
    expect(messages()).toEqual(['web: shows it'])
    commit('web: hide it')
    expect(messages()).toEqual(['web: hide it'])
    expect(messages('HEAD')).toEqual([])
  })

  test('says so if it finds no commit to start from', () => {
    const { base } = aRepository()
    expect(run(base).stdout).toBe(
      'No earlier commit was found to start from, so no message was checked.\n0 passed, 0 failed\n',
    )
  })
})
