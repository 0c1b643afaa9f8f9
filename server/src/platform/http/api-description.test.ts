import { describe, expect, test } from 'vitest'
import { callsByFeature, describeType, listForms } from './api-description.ts'

describe('a schema as text', () => {
  test.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', format: 'uuid' }, 'uuid'],
    [{ type: 'string', maxLength: 100 }, 'text, at most 100 characters'],
    [{ anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] }, 'uuid or null'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'text or integer'],
    [{ type: 'array', items: { type: 'string' } }, 'list of text'],
    [{ type: 'integer', minimum: 1, maximum: 100 }, 'integer from 1 to 100'],
    [{ enum: ['pending', 'confirmed'], type: 'string' }, '"pending", "confirmed"'],
    [{ const: true }, 'true'],
    [{}, 'anything'],
  ])('%j is %s', (shape, words) => expect(describeType(shape)).toBe(words))
})

test('a body is documented by field, including lists, objects and variants', () => {
  const person = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
  const page = { type: 'object', properties: { items: { type: 'array', items: person }, next: { type: 'string' } } }
  expect(listForms(page)).toEqual([
    [
      { name: 'items', type: 'list of object', required: false },
      { name: 'items[].id', type: 'text', required: true },
      { name: 'next', type: 'text', required: false },
    ],
  ])
  const nullable = { anyOf: [person, { type: 'null' }] }
  expect(listForms(nullable)).toEqual([[{ name: 'id', type: 'text', required: true }]])
  const either = { oneOf: [person, { type: 'object', properties: { name: { type: 'string' } } }] }
  expect(listForms(either).map((lines) => lines.map(({ name }) => name))).toEqual([['id'], ['name']])
})

test('operations are grouped by the feature in their name, in the order of the OpenAPI document', () => {
  const call = (operationId: string) => ({ operationId, parameters: [], responses: {} })
  const features = callsByFeature({
    paths: { '/me': { get: call('profile.get') }, '/a': { get: call('a.list'), post: call('a.create') } },
  })
  expect(
    [...features].map(([feature, calls]) => [feature, calls.map(({ method, path }) => `${method} ${path}`)]),
  ).toEqual([
    ['profile', ['GET /me']],
    ['a', ['GET /a', 'POST /a']],
  ])
})
