import { z } from 'zod'

const Values = z.array(z.unknown())

/** A JSON schema of the API's description, with the fields that decide which values are valid. */
type Schema = {
  type?: string | undefined
  format?: string | undefined
  pattern?: string | undefined
  enum?: unknown[] | undefined
  const?: unknown
  default?: unknown
  example?: unknown
  minimum?: number | undefined
  exclusiveMinimum?: number | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minItems?: number | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  items?: Schema | undefined
  anyOf?: Schema[] | undefined
}

const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    enum: Values.optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    example: z.unknown().optional(),
    minimum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minItems: z.number().optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    items: Schema.optional(),
    anyOf: z.array(Schema).optional(),
  }),
)

const ID = '0b1d3a52-58c5-4f0e-8d2b-5a1f9f6c7e01'
const INSTANT = '2026-12-01T09:00:00Z'

/** Texts by the ending of a field's name. The first match that is valid for the schema is used. */
const texts: [end: RegExp, text: string][] = [
  [/_time$/, '10:00'],
  [/(^|_)date$|^day$/, '2026-12-01'],
  [/_(at|until|from|to)$|^at$/, INSTANT],
  [/email$/, 'cleo@example.com'],
  [/phone$/, '+49 30 123456'],
  [/url$|^link$/, 'https://example.com/'],
  [/timezone$/, 'Europe/Berlin'],
  [/currency$/, 'EUR'],
  [/country$/, 'DE'],
  [/color$/, '#0f766e'],
  [/^service(_type)?$/, 'recording'],
  [/slug$/, 'northlight'],
  [/^scopes$/, 'bookings:read'],
  [/^networks$/, '203.0.113.7'],
  [/^(p256dh|public_key)$/, `B${'A'.repeat(86)}`],
  [/^auth$/, 'A'.repeat(22)],
  [/name$/, 'Cleo Marsh'],
]

/** Texts for fields whose name does not match. The first text that is valid for the schema is used. */
const fallbacks = [
  'Example',
  'example',
  '10:00',
  'EUR',
  'en',
  'DE',
  '2026-12-01',
  '#0f766e',
  'M1 1 L2 2',
  '100',
  ID,
  '',
]

const byFormat: Record<string, string> = {
  uuid: ID,
  date: '2026-12-01',
  'date-time': INSTANT,
  uri: 'https://example.com/',
}

const isNull = ({ type, const: value }: Schema) => type === 'null' || value === null

/**
 * A valid value for a schema: its own example, else its default or first choice, else a text that fits the field's name.
 * @param withOptional whether to include optional fields
 */
export function createExample(schema: Schema, withOptional: boolean, name = ''): unknown {
  const example = [schema.example, schema.const, schema.default, schema.enum?.[0]].find((value) => value !== undefined)
  if (example !== undefined) return example
  const alternative = schema.anyOf?.find((part) => !isNull(part)) ?? schema.anyOf?.[0]
  if (alternative) return createExample(alternative, withOptional, name)
  switch (schema.type) {
    case 'object':
      return exampleObject(schema, withOptional)
    case 'array':
      return schema.items ? [createExample(schema.items, withOptional, name)] : []
    case 'integer':
    case 'number':
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
    case 'boolean':
      return true
    case 'string':
      return exampleText(schema, name)
    default:
      return schema.type === 'null' ? null : {}
  }
}

function exampleObject({ properties = {}, required = [] }: Schema, withOptional: boolean) {
  const fields = Object.entries(properties).filter(([field]) => withOptional || required.includes(field))
  return Object.fromEntries(fields.map(([field, schema]) => [field, createExample(schema, withOptional, field)]))
}

function exampleText({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema, name: string) {
  const formatted = byFormat[format ?? '']
  if (formatted !== undefined) return formatted
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text))
  const matching = texts.filter(([end]) => end.test(name)).map(([, text]) => text)
  return [...matching, ...fallbacks].find(fits) ?? 'Example'.padEnd(minLength, ' and more')
}

const Media = z.looseObject({ schema: z.unknown().optional() })
const Content = z.looseObject({ content: z.record(z.string(), Media).optional() })
const Parameter = z.looseObject({ name: z.string(), schema: z.unknown().optional() })
const Operation = z.looseObject({
  parameters: z.array(Parameter).optional(),
  requestBody: Content.optional(),
  responses: z.record(z.string(), Content),
})
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

/** Adds an example to each parameter, body and successful answer of an OpenAPI document, from its schemas. */
export function withExamples(document: unknown) {
  const described = Document.parse(document)
  for (const operation of Object.values(described.paths).flatMap((path) => Object.values(path))) {
    for (const parameter of operation.parameters ?? [])
      parameter.example = createExample(Schema.parse(parameter.schema), true, parameter.name)
    addToContent(operation.requestBody, false)
    for (const [status, answer] of Object.entries(operation.responses))
      if (status.startsWith('2')) addToContent(answer, true)
  }
  return described
}

function addToContent(body: z.infer<typeof Content> | undefined, withOptional: boolean) {
  const json = body?.content?.['application/json']
  if (json?.schema) json.example = createExample(Schema.parse(json.schema), withOptional)
}
