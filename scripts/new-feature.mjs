/**
 * `npm run new:feature NAME`: writes a feature in every layer, with its tests, and registers it. The result works: admins of a
 * studio edit a list of titles, and crew read it. Replace this with the purpose of your feature.
 *
 * NAME is a plural in kebab case (`invoices`, `price-lists`). `--one=child` gives the singular, if it is not the plural without its `s`.
 * Afterwards run `npm run generate` and `npm run check`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { featureFiles } from './feature-files.mjs'

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** All spellings of a feature's name. */
export function namesOf(feature, oneFile = feature.replace(/s$/, '')) {
  const camel = (text) => text.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  const pascal = (text) => camel(`-${text}`)
  const snake = (text) => text.replaceAll('-', '_')
  const words = (text) => text.replaceAll('-', ' ')
  return {
    feature,
    oneFile,
    many: camel(feature),
    one: camel(oneFile),
    Many: pascal(feature),
    One: pascal(oneFile),
    table: snake(feature),
    object_type: snake(oneFile),
    TITLE_MAX: `${snake(oneFile).toUpperCase()}_TITLE_MAX`,
    label: words(feature),
    labelOne: words(oneFile),
    Label: words(feature).replace(/(^| )\w/g, (letter) => letter.toUpperCase()),
  }
}

/** The files in which a feature is registered. `line` is inserted before or after the first line that matches. */
function registrations({ feature, many, one, Many, One, table, object_type, label, labelOne, Label }) {
  const Area = label.slice(0, 1).toUpperCase() + label.slice(1)
  const ofStudio = `/studios/\${fixture.studio.id}/${feature}`
  return [
    ['scripts/check-features.mjs', { before: /^ {2}'invitations',$/, line: `  '${feature}',` }],
    [
      'contract/src/api.ts',
      { after: /^import \{ crew \}/, line: `import { ${many} } from './features/${feature}/routes.ts'` },
      { after: /^ {2}tasks,$/, line: `  ${many},` },
    ],
    [
      'contract/src/shared/audit-actions.ts',
      {
        before: /^ {2}'tasks\.complete'/,
        line: ['create', 'delete', 'update']
          .map(
            (verb) => `  '${many}.${verb}': '${capitalize(labelOne)} ${verb === 'update' ? 'changed' : `${verb}d`}',`,
          )
          .join('\n'),
      },
    ],
    ['contract/src/shared/live.ts', { after: /^ {2}'tasks',$/, line: `  '${feature}',` }],
    [
      'server/src/app.ts',
      { before: /tasks\/router/, line: `import { ${many}Router } from './features/${feature}/router.ts'` },
      { after: /^ {2}tasks: tasksRouter,$/, line: `  ${many}: ${many}Router,` },
    ],
    [
      'server/src/platform/auth/gates.ts',
      { before: /^ {2}tasks: \[/, line: `  ${many}: ['list', 'create', 'update', 'delete'],` },
    ],
    [
      'server/src/platform/http/changes.test.ts',
      {
        before: /^ {2}'tasks\.create':/,
        line: `  '${many}.create': () => fixture.admin.post(\`${ofStudio}\`, { title: 'First' }),
  '${many}.update': async () => fixture.admin.patch(\`/${feature}/\${await a${One}()}\`, { title: 'Second' }),
  '${many}.delete': async () => fixture.admin.delete(\`/${feature}/\${await a${One}()}\`),`,
      },
      { after: /^const deletesRow = \[$/, line: `  '${many}.delete',` },
      { before: /^ {2}task: 'tasks',$/, line: `  ${object_type}: '${table}',` },
      {
        before: /^const aTask = /,
        line: `const a${One} = async () => (await fixture.admin.post(\`${ofStudio}\`, { title: 'First' })).body.id`,
      },
    ],
    [
      'testing/src/fence/tables.ts',
      { before: /crew\.ts'/, line: `import { ${one}Tables } from './${feature}.ts'` },
      { after: /^ {2}\.\.\.crewTables,$/, line: `  ...${one}Tables,` },
    ],
    [
      'testing/src/fence/every-row.ts',
      { before: /crew\.ts'/, line: `import { ${many}Sql } from './${feature}.ts'` },
      { after: /^ {4}crewSql,$/, line: `    ${many}Sql,` },
    ],
    ['server/src/platform/db/fence.md', { before: /^## api_keys$/, line: fenceOf(table, label) }],
    ['web/src/paths.ts', { after: /^ {2}studioTasks:/, line: `  studio${Many}: '/studio/${feature}',` }],
    [
      'web/src/routes.ts',
      {
        after: /'studio\/tasks'/,
        line: `      route('studio/${feature}', 'features/${feature}/${feature}-screen.tsx'),`,
      },
    ],
    [
      'web/src/layouts/shell/areas.ts',
      { after: /label: 'Tasks', icon/, line: `    { to: paths.studio${Many}, label: '${Label}', icon: ListTodo },` },
    ],
    [
      'e2e/src/screens-of-routes.ts',
      {
        before: /^ {2}'studio\/activity':/,
        line: `  'studio/${feature}': [screenVisit('studio_admin', '/studio/${feature}', '${Label}')],`,
      },
    ],
    [
      'e2e/src/words-of-studio-screens.ts',
      {
        before: /^ {4}'\/studio\/tasks': \{$/,
        line: `    '/studio/${feature}': { always: ['${Label}', 'The ${label} of your studio'], empty: ['No ${Label} Yet'] },`,
      },
    ],
    [
      'docs/glossary.md',
      { after: /^\| \*?\*?task/i, line: `| ${labelOne} | ${Area} of a studio: say what one is |`, isOptional: true },
    ],
  ]
}

const capitalize = (text) => text.slice(0, 1).toUpperCase() + text.slice(1)

const fenceOf = (table, label) => `## ${table}

Admins change the ${label} of their studio, crew see them. Jobs delete them with the studio.

- see | of A: crew of A, desk of A, admin of A, system
- see | of B: crew of B, admin of B, system
- create | at A: admin of A
- create | at B: admin of B
- rename | of A: admin of A
- rename | of B: admin of B
- move to the closed studio | every one: nobody
- delete | of A: admin of A, system
- delete | of B: admin of B, system
`

/** @returns the changed text. @throws Error if no line matches */
function register(text, { before, after, line, replace, isOptional = false }, file) {
  const lines = text.split('\n')
  const index = lines.findIndex((text) => (before ?? after).test(text))
  if (index === -1) {
    if (isOptional) return text
    throw new Error(`${file} has no line like ${before ?? after}: update scripts/new-feature.mjs`)
  }
  if (replace) lines[index] = lines[index].replace(...replace)
  else lines.splice(before ? index : index + 1, 0, line)
  return lines.join('\n')
}

/** Writes and registers a feature. @returns the written and changed files. @throws Error with a sentence for the developer */
export function createFeature(root, feature, oneFile) {
  if (!NAME.test(feature ?? '')) throw new Error('Give the feature a name like `invoices` or `price-lists`.')
  if (existsSync(join(root, 'contract/src/features', feature)))
    throw new Error(`There is a feature '${feature}' already.`)
  const names = namesOf(feature, oneFile)
  if (names.one === names.many) throw new Error(`Give the singular: \`${feature} --one=...\`.`)
  const migration = String(readdirSync(join(root, 'server/migrations')).length + 1).padStart(4, '0')
  const files = featureFiles(names, migration)
  // All changes are computed before the first file is written, so that nothing is written if a line is missing.
  for (const [file, ...insertions] of registrations(names))
    files[file] = insertions.reduce(
      (text, insertion) => register(text, insertion, file),
      readFileSync(join(root, file), 'utf8'),
    )
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return Object.keys(files)
}

if (process.argv[1] === import.meta.filename) {
  const { ensureInstalled, root } = await import('./install.mjs')
  await ensureInstalled()
  const [feature, ...options] = process.argv.slice(2)
  const one = options.find((option) => option.startsWith('--one='))?.slice('--one='.length)
  try {
    const files = createFeature(resolve(root), feature, one)
    const { spawnSync } = await import('node:child_process')
    spawnSync('npx', ['biome', 'check', '--write', ...files.filter((file) => /\.tsx?$|\.mjs$/.test(file))], {
      cwd: root,
    })
    console.log(
      `${files.map((file) => `  ${file}`).join('\n')}\n\nNext: npm run generate, npm run check, then write what the feature is for.`,
    )
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
