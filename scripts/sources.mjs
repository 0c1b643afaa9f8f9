/** Reads files for the checks: the files of a checkout, and the imports of a source file via a real parser. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

const generatedFolders = new Set([
  'node_modules',
  'build',
  'dist',
  '.react-router',
  '.git',
  'data',
  'release',
  'test-results',
  'coverage',
])

/** The sorted paths, relative to `base`, of all files under `folders` whose name matches `pattern`. */
export function list(base, folders, pattern = /./) {
  const paths = []
  const walk = (folder) => {
    for (const entry of readdirSync(join(base, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) generatedFolders.has(entry.name) || walk(path)
      else if (pattern.test(entry.name)) paths.push(path)
    }
  }
  for (const folder of folders) if (existsSync(join(base, folder))) walk(folder)
  return paths.sort()
}

/** @returns the parsed file: oxc's program and module record, its text, and `lineAt(offset)` */
export function parse(base, file) {
  const text = readFileSync(join(base, file), 'utf8')
  const { program, module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  return { program, module, text, lineAt: (offset) => text.slice(0, offset).split('\n').length }
}

/** All imports and re-exports of `file` as `{ specifier, line }`, including `import()` with a literal. */
export function importsOf(base, file) {
  const { module, text, lineAt } = parse(base, file)
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest)),
  ]
  const imports = requests.filter(Boolean).map(({ value, start }) => ({ specifier: value, line: lineAt(start) }))
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = text.slice(moduleRequest.start, moduleRequest.end).match(/^['"`]([^'"`$]*)['"`]$/)?.[1]
    if (literal) imports.push({ specifier: literal, line: lineAt(moduleRequest.start) })
  }
  return imports
}

export const isTest = (file) => /\.test\.tsx?$/.test(file)
