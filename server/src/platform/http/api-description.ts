import { z } from 'zod'

/** A JSON schema of the API's description, with the fields that the reference page shows. */
export type SchemaShape = {
  type?: string | undefined
  format?: string | undefined
  enum?: (string | number | boolean | null)[] | undefined
  const?: string | number | boolean | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  maxLength?: number | undefined
  properties?: Record<string, SchemaShape> | undefined
  required?: string[] | undefined
  items?: SchemaShape | undefined
  anyOf?: SchemaShape[] | undefined
  oneOf?: SchemaShape[] | undefined
}

const Scalar = z.union([z.string(), z.number(), z.boolean()])
const SchemaShape: z.ZodType<SchemaShape> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    format: z.string().optional(),
    enum: z.array(Scalar.nullable()).optional(),
    const: Scalar.optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    maxLength: z.number().optional(),
    properties: z.record(z.string(), SchemaShape).optional(),
    required: z.array(z.string()).optional(),
    items: SchemaShape.optional(),
    anyOf: z.array(SchemaShape).optional(),
    oneOf: z.array(SchemaShape).optional(),
  }),
)

const Content = z.object({ content: z.record(z.string(), z.object({ schema: SchemaShape })).optional() })

const Operation = z.object({
  operationId: z.string(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: SchemaShape }))
    .default([]),
  requestBody: Content.optional(),
  responses: z.record(z.string(), Content),
})

/** The part of an OpenAPI description that the reference page reads: calls by path and method. */
export const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })
export type Description = z.infer<typeof Description>

export type ApiCall = z.infer<typeof Operation> & { method: string; path: string }

/** All calls by feature, in the order of the description. */
export function callsByFeature({ paths }: Description): Map<string, ApiCall[]> {
  const features = new Map<string, ApiCall[]>()
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const feature = operation.operationId.split('.')[0] ?? ''
      features.set(feature, [...(features.get(feature) ?? []), { ...operation, method: method.toUpperCase(), path }])
    }
  }
  return features
}

/** One row in a table of fields; `name` is its path (`items[].id`). */
export type FieldLine = { name: string; type: string; required: boolean }

const isNull = (shape: SchemaShape) => shape.type === 'null'

/** Splits `x or null` into its schema and whether null is allowed. */
function withoutNull(shape: SchemaShape): { shape: SchemaShape; nullable: boolean } {
  const others = shape.anyOf?.filter((alternative) => !isNull(alternative)) ?? []
  const [only] = others
  return only && others.length === 1 && shape.anyOf?.some(isNull)
    ? { shape: only, nullable: true }
    : { shape, nullable: false }
}

/** Describes a schema in words: `text, at most 100 characters`, `list of uuid`, `pending, confirmed or null`. */
export function describeType(schema: SchemaShape): string {
  const { shape, nullable } = withoutNull(schema)
  return nullable ? `${typeWithoutNull(shape)} or null` : typeWithoutNull(shape)
}

function typeWithoutNull(shape: SchemaShape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(', ')
  if (shape.type === 'array') return shape.items ? `list of ${describeType(shape.items)}` : 'list'
  const alternatives = shape.anyOf ?? shape.oneOf
  if (alternatives) return [...new Set(alternatives.map(describeType))].join(' or ')
  if (shape.type === 'string') return shape.maxLength ? `text, at most ${shape.maxLength} characters` : textOf(shape)
  const range = [shape.minimum, shape.maximum].filter((limit) => limit !== undefined)
  return range.length === 2 ? `${shape.type} from ${range[0]} to ${range[1]}` : (shape.type ?? 'anything')
}

const textOf = ({ format }: SchemaShape) => format ?? 'text'

/** The fields of a body as rows, one list for each alternative; usually there is only one. */
export function listForms(shape: SchemaShape): FieldLine[][] {
  const forms = (shape.oneOf ?? shape.anyOf)?.filter((form) => !isNull(form))
  return (forms ?? [shape]).map((form) => linesOf(form, '')).filter((lines) => lines.length > 0)
}

function linesOf(schema: SchemaShape, before: string): FieldLine[] {
  const { shape } = withoutNull(schema)
  if (shape.type === 'array' && shape.items) return linesOf(shape.items, `${before}[]`)
  return Object.entries(shape.properties ?? {}).flatMap(([key, field]) => {
    const name = before ? `${before}.${key}` : key
    return [
      { name, type: describeType(field), required: shape.required?.includes(key) ?? false },
      ...linesOf(field, name),
    ]
  })
}
