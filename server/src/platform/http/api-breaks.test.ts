import { expect, test } from 'vitest'
import { findBreakingChanges, readApiSurface } from './api-breaks.ts'

type Fields = Record<string, object>
const object = (properties: Fields, required: string[] = []) => ({ type: 'object', properties, required })
const content = (schema: object) => ({ content: { 'application/json': { schema } } })
const documentOf = (accepts: object, answers: object) =>
  readApiSurface({
    paths: {
      '/tasks': {
        post: { operationId: 'tasks.create', requestBody: content(accepts), responses: { 201: content(answers) } },
      },
    },
  })

const text = { type: 'string' }
const state = { type: 'string', enum: ['open', 'done'] }
const accepts = object({ title: text, state, note: text }, ['title'])
const answers = object({ id: text, state, people: { type: 'array', items: object({ name: text }, ['name']) } }, [
  'id',
  'state',
  'people',
])
const before = documentOf(accepts, answers)

test('new calls, optional fields, further choices and further answers break no client', () => {
  const more = { type: 'string', enum: ['open', 'done', 'late'] }
  const now = documentOf(
    object({ ...accepts.properties, state: more, tag: text, note: { anyOf: [text, { type: 'null' }] } }, ['title']),
    object({ ...answers.properties, state: more, tag: text }, ['id', 'state', 'people', 'tag']),
  )
  expect(findBreakingChanges(before, { ...now, 'GET /new': { accepts: {}, answers: {} } })).toEqual([])
})

test('every removal or change that a client relies on is reported', () => {
  expect(findBreakingChanges(before, {})).toEqual(['POST /tasks is gone'])
  const now = documentOf(
    object({ title: { type: 'integer' }, state: { type: 'string', enum: ['open'] }, due: text }, [
      'title',
      'due',
      'state',
    ]),
    object(
      { id: { anyOf: [text, { type: 'null' }] }, state, people: { type: 'array', items: object({ name: text }) } },
      ['id', 'people'],
    ),
  )
  expect(findBreakingChanges(before, now).map((line) => line.replace('POST /tasks: ', ''))).toEqual([
    'now needs body.due',
    'body.title no longer accepts string',
    'now needs body.state',
    'no longer accepts body.note',
    'body.id can now be null',
    'body.state can now be missing',
    'body.people[].name can now be missing',
  ])
})
