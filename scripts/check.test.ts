import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { reasons } from './dependencies.mjs'
import { validProduct, writeProduct } from './fixture.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Runs checks by name, or all, on the minimal product with these additional files. */
function check(names: string[], files: Record<string, string> = {}) {
  const folder = writeProduct(files)
  folders.push(folder)
  const script = join(import.meta.dirname, 'check.mjs')
  const { status, stdout } = spawnSync('node', [script, `--in=${folder}`, ...names], { encoding: 'utf8' })
  return { status, stdout }
}

const schema = 'contract/src/features/bookings/schema.ts'
const router = 'server/src/features/bookings/router.ts'
const screen = 'web/src/features/bookings/bookings-screen.tsx'
const lock = (packages: object) => JSON.stringify({ packages })

// Joined here, so that this file does not contain the forbidden text.
const suppression = ['biome', 'ignore'].join('-')
const skippedTest = ['test', 'skip'].join('.')
const castToAny = ['as', 'any'].join(' ')
const oldWord = ['an', 'ew'].join('')
const oldPronoun = ['who', 'mever'].join('')
const machinePath = ['', 'work', 'main'].join('/')
const numberedTitle = ['test', "'R2: a title', () => {})"].join('(')

/** The check, the mistake, the expected message, the file that must be named, and its text. */
const mistakes: [string, string, string, string, string][] = [
  [
    'style',
    'a file that is not formatted',
    'Formatter would have printed',
    schema,
    `${validProduct[schema]}export const  wide = 1\n`,
  ],
  [
    'style',
    'an explicit any',
    'Unexpected any',
    schema,
    `${validProduct[schema]}\nexport const open = (value: ${['an', 'y'].join('')}) => value\n`,
  ],
  ['style', 'an import cycle', 'part of a cycle', router, `import './jobs.ts'\n\n${validProduct[router]}`],
  [
    'style',
    'a picture without an alternative text',
    'text',
    'web/src/ui/mark.tsx',
    'export const Mark = () => <img src="/a.svg" />\n',
  ],
  ['style', 'a console call', 'console', router, `${validProduct[router]}\nconsole.log('here')\n`],
  ['types', 'a wrong type', 'TS2322', schema, `${validProduct[schema]}\nexport const length: number = 'ten'\n`],
  [
    'types',
    'an unchecked index',
    'TS2322',
    schema,
    `${validProduct[schema]}\nexport const first = (list: string[]): string => list[0]\n`,
  ],
  ['dead code', 'a file that nothing imports', 'nothing uses this file', 'web/src/lost.ts', 'export const lost = 1\n'],
  ['dead code', 'an export that nothing uses', 'unused', schema, `${validProduct[schema]}\nexport const unused = 1\n`],
  ['dead code', 'a package that is not listed', 'fastify', router, `import 'fastify'\n\n${validProduct[router]}`],
  ['sizes', 'a heavy sign-in page', 'auth-login loads', 'web/build/client/assets/login.js', noise(190_000)],
  ['sizes', 'a heavy first page of an area', 'slug-home loads', 'web/build/client/assets/first.js', noise(240_000)],
  ['sizes', 'a heavy further page', 'slug-bookings adds', 'web/build/client/assets/further.js', noise(240_000)],
  [
    'sizes',
    'a public page with too much script',
    'docs/index.html loads',
    'web/build/client/docs/index.html',
    '<script type="module" src="/assets/entry.js"></script>'.repeat(150),
  ],
  [
    'sizes',
    'a public page that hydrates',
    'docs/index.html hydrates',
    'web/build/client/docs/index.html',
    '<script>window.__reactRouterContext = {}</script>',
  ],
  [
    'generated',
    'a migration without its row types',
    'rows.generated.ts: is outdated',
    'server/migrations/0002_more.sql',
    'create table more (id int);\n',
  ],
  [
    'generated',
    'a decision record without an index',
    'README.md: is outdated',
    'docs/decisions/0001-book-rooms.md',
    '# 0001: Book rooms\n\n1 May 2026. Accepted.\n\n## Context\n',
  ],
  ['features', 'a file with a generic name', 'too generic', 'server/src/platform/utils.ts', 'export const a = 1\n'],
  [
    'features',
    'a name that no feature has',
    'not allowed in a feature',
    'server/src/features/bookings/manager.ts',
    'export const a = 1\n',
  ],
  [
    'features',
    'a feature that is not on the list',
    'list of features',
    'web/src/features/kitchen/api.ts',
    'export const a = 1\n',
  ],
  [
    'imports',
    'the web importing the server',
    'web may not import server',
    'web/src/lib/server/api.ts',
    "import '@studiohub/server/main.ts'\n",
  ],
  ['imports', 'the contract importing Node', 'no Node, no React', schema, `import 'node:fs'\n${validProduct[schema]}`],
  ['imports', 'the contract importing React', 'no Node, no React', schema, `import 'react'\n${validProduct[schema]}`],
  [
    'imports',
    'platform importing a feature',
    'only import lower levels',
    'server/src/platform/process/clock.ts',
    "import '../../features/bookings/router.ts'\n",
  ],
  [
    'imports',
    'ui importing the contract',
    'no contract',
    'web/src/ui/table.tsx',
    `import '@studiohub/contract/${schema.slice(13)}'\n`,
  ],
  [
    'imports',
    'ui importing a feature',
    'import ui only',
    'web/src/ui/table.tsx',
    "import '../features/bookings/bookings-screen.tsx'\n",
  ],
  [
    'imports',
    'a query importing its router',
    'only import lower levels',
    'server/src/features/bookings/queries.ts',
    "import './router.ts'\n",
  ],
  [
    'imports',
    'a service importing one of a later feature',
    'only import lower levels',
    'server/src/features/studios/service.ts',
    "import '../bookings/service.ts'\n",
  ],
  [
    'imports',
    'a component importing a private file of another feature',
    'may use its api.ts and shared/',
    'web/src/features/checkins/components/table.tsx',
    "import '../../bookings/bookings-screen.tsx'\n",
  ],
  [
    'imports',
    'a shape of a later feature',
    'only import lower levels',
    'contract/src/features/studios/schema.ts',
    "import '../bookings/schema.ts'\n",
  ],
  ['imports', 'the engine in a feature', "an actor's transaction", router, "import '../../platform/db/engine.ts'\n"],
  [
    'imports',
    'queries that publish',
    'queries only read and write rows',
    'server/src/features/bookings/queries.ts',
    "import '../../platform/realtime/realtime.ts'\n",
  ],
  [
    'imports',
    'queries that write the audit log',
    'queries only read and write rows',
    'server/src/features/bookings/steps/step-queries.ts',
    "import '#platform/audit/audit.ts'\n",
  ],
  [
    'imports',
    'queries that change rights',
    'queries only read and write rows',
    'server/src/features/bookings/queries.ts',
    "import { actAs } from '../../platform/db/actor.ts'\n",
  ],
  ['imports', 'the driver in a feature', 'features must use platform', router, "import 'pg'\n"],
  ['imports', 'a forbidden import()', 'no Node, no React', schema, "export const later = () => import('node:fs')\n"],
  [
    'paths',
    'an address in a link',
    'hard-coded',
    screen,
    'export const a = <Link to="/studio/bookings">Bookings</Link>\n',
  ],
  [
    'paths',
    'an address in a template',
    'hard-coded',
    screen,
    `export const a = (s: string) => <a href={\`/\${s}/bookings\`}>Bookings</a>\n`,
  ],
  [
    'paths',
    'an address in navigate()',
    'hard-coded',
    screen,
    "export const a = () => navigate(here ? paths.home() : '/studio')\n",
  ],
  ['paths', 'a raw call to the API', 'direct fetch', screen, "export const a = () => fetch('/api/v1/me')\n"],
  ['casts', 'an asserted type', 'asserts a type', schema, "export const a = JSON.parse('1') as number\n"],
  ['casts', 'a value that is asserted to exist', 'asserts a type', schema, 'export const a = [1][0]!\n'],
  ['words', 'a suppression', 'a suppression', schema, `// ${suppression} lint: later\n`],
  [
    'words',
    'a skipped test',
    'all tests must run',
    'contract/src/features/bookings/rules.test.ts',
    `${skippedTest}('later', () => {})\n`,
  ],
  [
    'words',
    'a word of old style',
    'modern, direct English',
    schema,
    `// It is read ${oldWord}.\n${validProduct[schema]}`,
  ],
  [
    'words',
    'a word of old style in a text',
    'modern, direct English',
    'docs/features.md',
    `Ask ${oldPronoun} you like.\n`,
  ],
  [
    'words',
    'a word of old style in a decision record',
    'modern, direct English',
    'docs/decisions/0001-price-lists.md',
    `Ask ${oldPronoun} you like.\n`,
  ],
  ['words', 'a title that begins with a number', 'the number of a list', 'scripts/title.test.ts', `${numberedTitle}\n`],
  ['words', 'a cast to any', 'disables type checking', schema, `export const a = {} ${castToAny}\n`],
  ['words', 'a path of a single machine', 'a single machine', 'README.md', `Go to ${machinePath}.\n`],
  [
    'lock',
    'a package with its address',
    'contains a registry address',
    'package-lock.json',
    lock({ 'node_modules/a': { resolved: 'https://x/a', integrity: 's' } }),
  ],
  [
    'lock',
    'a package without its hash',
    'no integrity',
    'package-lock.json',
    lock({ 'node_modules/a': { version: '1.0.0' } }),
  ],
  [
    'lock',
    'a build for another platform without its hash',
    'no integrity',
    'package-lock.json',
    lock({ 'node_modules/a-darwin-arm64': { version: '1.0.0', optional: true, os: ['darwin'] } }),
  ],
  [
    'lock',
    'a build for another platform that is not named',
    'choose a version',
    'package-lock.json',
    lock({ 'node_modules/a': { integrity: 's', optionalDependencies: { 'a-darwin-arm64': '1.0.0' } } }),
  ],
  [
    'lock',
    'a package without a reason',
    'no reason for a',
    'package-lock.json',
    lock({ '': { dependencies: { a: '1.0.0' } } }),
  ],
  ['lock', 'a loose version', 'not pinned', 'package-lock.json', lock({ '': { dependencies: { a: '^1.0.0' } } })],
]

const empty = 'export {}\n'
// Files that the mistakes import.
const importedFiles: Record<string, Record<string, string>> = {
  style: { 'server/src/features/bookings/jobs.ts': "import './router.ts'\n" },
  imports: {
    'server/src/features/bookings/service.ts': empty,
    'server/src/platform/audit/audit.ts': empty,
    'server/src/platform/db/actor.ts': empty,
    'server/src/platform/db/engine.ts': empty,
    'server/src/platform/realtime/realtime.ts': empty,
    [screen]: empty,
  },
}

// The file that a check names instead, because another tool reports its findings.
const reportedIn: Record<string, string> = { sizes: 'web/build/client', generated: ': is outdated', lock: '.json' }

/** Text that does not compress. */
function noise(length: number): string {
  let seed = 1
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return String.fromCharCode(33 + (seed % 90))
  }
  return Array.from({ length: length * 2 }, next).join('')
}

describe('npm run check', { timeout: 60_000 }, () => {
  test('passes a product without mistakes', () => {
    const { status, stdout } = check([])
    expect(stdout).toContain('11 passed, 0 failed')
    expect(status).toBe(0)
  })

  test.each(mistakes)('%s finds %s', (name, _mistake, reason, file, text) => {
    const { status, stdout } = check([name], { ...(importedFiles[name] ?? {}), [file]: text })
    expect(stdout).toMatch(new RegExp(`FAILED ${name}`))
    const lines = stdout.split('\n').filter((line) => line.includes(reason))
    expect(lines.join('\n'), stdout).toContain(reportedIn[name] ?? file)
    expect(status).toBe(1)
  })

  test('every package with a reason is a runtime dependency and has only one reason', () => {
    const workspaces = ['.', 'contract', 'server', 'web'].map((folder) =>
      JSON.parse(readFileSync(join(import.meta.dirname, '..', folder, 'package.json'), 'utf8')),
    )
    const used = new Set(workspaces.flatMap(({ dependencies }) => Object.keys(dependencies)))
    const withReason = Object.values(reasons).flat()
    expect(withReason.filter((name) => !used.has(name))).toEqual([])
    expect(new Set(withReason).size).toBe(withReason.length)
  })

  test('rejects the name of an unknown check', () => {
    expect(check(['spelling']).status).toBe(2)
  })
})
