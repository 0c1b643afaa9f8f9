import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { compileErrors, validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'

const root = resolve(import.meta.dirname, '../..')

/** The errors that two independent validators find in an OpenAPI document; empty if it is valid. */
export async function findDocumentErrors(document: Record<string, unknown>): Promise<string[]> {
  const firstResult = await new Validator().validate(structuredClone(document))
  const copy = JSON.parse(JSON.stringify(document))
  const secondResult = await validate(copy)
  return [
    ...(firstResult.valid ? [] : [JSON.stringify(firstResult.errors)]),
    ...(secondResult.valid ? [] : [compileErrors(secondResult)]),
  ]
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })

/** Why a value does not fit a JSON schema; null if it does. */
export const findSchemaError = (schema: object, value: unknown): string | null =>
  ajv.validate(schema, value) ? null : `${ajv.errorsText()} in ${JSON.stringify(value)}`

const run = promisify(execFile)

/** Writes the types of a document with `openapi-typescript`, as a client would. */
export async function writeClientTypes(document: unknown, folder: string, file: string): Promise<void> {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  const tool = join(root, 'testing/node_modules/openapi-typescript/bin/cli.js')
  await run(process.execPath, [tool, 'openapi.json', '--output', file], { cwd: folder })
}

/** Compiles a program of a client strictly. @throws if it has errors */
export async function compileClient(folder: string, file: string): Promise<void> {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext']
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), '--allowImportingTsExtensions']
  const compiler = join(root, 'node_modules/.bin/tsc')
  await run(compiler, [...options, ...types, file], { cwd: folder }).catch((error: unknown) => {
    throw new Error(typeof error === 'object' && error !== null ? String(Reflect.get(error, 'stdout')) : String(error))
  })
}
