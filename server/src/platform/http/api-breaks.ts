import { type ApiCall, callsByFeature, Description, type SchemaShape } from './api-description.ts'

/** The fields of a body by path (`items[].id`), each with its types and fixed values, and `?` if it is optional. */
type Fields = Record<string, string>

/** What clients rely on: what each call accepts and what it answers. */
export type Surface = Record<string, { accepts: Fields; answers: Fields }>

/** Reads from an OpenAPI document what clients rely on. */
export function readApiSurface(document: unknown): Surface {
  const calls = [...callsByFeature(Description.parse(document)).values()].flat()
  return Object.fromEntries(calls.map((call) => [`${call.method} ${call.path}`, surfaceOfCall(call)]))
}

function surfaceOfCall({ parameters, requestBody, responses }: ApiCall) {
  const accepts: Fields = {}
  const answers: Fields = {}
  for (const { name, required, schema } of parameters) addFields(accepts, schema, { at: name, isOptional: !required })
  const body = requestBody?.content?.['application/json']
  if (body) addFields(accepts, body.schema, { at: 'body', isOptional: false })
  for (const [status, { content }] of Object.entries(responses)) {
    const answer = content?.['application/json']
    if (status.startsWith('2') && answer) addFields(answers, answer.schema, { at: 'body', isOptional: false })
  }
  return { accepts, answers }
}

function addFields(fields: Fields, shape: SchemaShape, { at, isOptional }: { at: string; isOptional: boolean }) {
  const alternatives = alternativesOf(shape)
  const earlier = fields[at]
  const kinds = new Set([...(earlier ? kindsOf(earlier) : []), ...alternatives.flatMap(kindOf)])
  const mayBeMissing = isOptional || earlier?.endsWith('?') === true
  fields[at] = `${[...kinds].sort().join(' | ')}${mayBeMissing ? '?' : ''}`
  const objects = alternatives.filter(({ properties }) => properties)
  for (const alternative of alternatives) {
    if (alternative.items) addFields(fields, alternative.items, { at: `${at}[]`, isOptional: false })
    for (const [name, field] of Object.entries(alternative.properties ?? {})) {
      const isAlwaysRequired = objects.every(({ required }) => required?.includes(name))
      addFields(fields, field, { at: `${at}.${name}`, isOptional: !isAlwaysRequired })
    }
  }
}

const alternativesOf = (shape: SchemaShape): SchemaShape[] =>
  (shape.anyOf ?? shape.oneOf)?.flatMap(alternativesOf) ?? [shape]

const kindOf = ({ type, enum: values, const: value }: SchemaShape): string[] =>
  (values ?? (value === undefined ? undefined : [value]))?.map((allowed) => JSON.stringify(allowed)) ?? [
    type ?? 'anything',
  ]

const kindsOf = (text: string) => new Set(text.replace(/\?$/, '').split(' | '))
const isFixed = (kind: string) => /^["\d-]|^(true|false)$/.test(kind)
const typeOfFixed = (kind: string) => (kind.startsWith('"') ? 'string' : /^[\d-]/.test(kind) ? 'number' : 'boolean')

const coversKind = (kinds: ReadonlySet<string>, kind: string) =>
  kinds.has(kind) ||
  kinds.has('anything') ||
  (kind === 'integer' && kinds.has('number')) ||
  (isFixed(kind) && kinds.has(typeOfFixed(kind)))

/** The changes that break a client that was written for `before`. New calls, fields and choices break nothing. */
export function findBreakingChanges(before: Surface, now: Surface): string[] {
  return Object.entries(before).flatMap(([call, was]) => {
    const is = now[call]
    if (!is) return [`${call} is gone`]
    const breaks = [...breaksOfInput(was.accepts, is.accepts), ...breaksOfAnswer(was.answers, is.answers)]
    return breaks.map((text) => `${call}: ${text}`)
  })
}

const parentOf = (path: string) => path.replace(/(\.\w+|\[\])$/, '')

function breaksOfInput(was: Fields, is: Fields): string[] {
  const needed = Object.entries(is)
    .filter(
      ([path, text]) => !(path in was) && !text.endsWith('?') && (parentOf(path) === path || parentOf(path) in was),
    )
    .map(([path]) => `now needs ${path}`)
  const changed = Object.entries(was).flatMap(([path, text]) => {
    const now = is[path]
    if (now === undefined) return [`no longer accepts ${path}`]
    if (text.endsWith('?') && !now.endsWith('?')) return [`now needs ${path}`]
    const kinds = kindsOf(now)
    return [...kindsOf(text)]
      .filter((kind) => !coversKind(kinds, kind))
      .map((kind) => `${path} no longer accepts ${kind}`)
  })
  return [...needed, ...changed]
}

function breaksOfAnswer(was: Fields, is: Fields): string[] {
  return Object.entries(was).flatMap(([path, text]) => {
    const now = is[path]
    if (now === undefined) return [`no longer answers ${path}`]
    if (!text.endsWith('?') && now.endsWith('?')) return [`${path} can now be missing`]
    const kinds = kindsOf(text)
    // Clients ignore choices that they do not know.
    const hasChoices = [...kinds].some(isFixed)
    const isNew = (kind: string) => !coversKind(kinds, kind) && !(hasChoices && isFixed(kind))
    return [...kindsOf(now)].filter(isNew).map((kind) => `${path} can now be ${kind}`)
  })
}
