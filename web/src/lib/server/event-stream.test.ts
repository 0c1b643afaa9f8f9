import { expect, test } from 'vitest'
import { createEventReader, type StreamEvent } from './event-stream.ts'

function readAll(...pieces: string[]) {
  const events: StreamEvent[] = []
  const reader = createEventReader((event) => events.push(event))
  for (const piece of pieces) reader.read(piece)
  return { events, retry: reader.retry() }
}

test('an event arrives with its name and its data', () => {
  const { events } = readAll('event: changed\ndata: {"topic":"bookings","id":null}\n\n')
  expect(events).toEqual([{ name: 'changed', data: '{"topic":"bookings","id":null}' }])
})

test('a stream that is split at any byte gives the same events', () => {
  const text = 'retry: 1000\nevent: resync\ndata: {}\n\nevent: changed\ndata: {"topic":"b"}\n\n'
  const expected = readAll(text)
  expect(expected.events).toHaveLength(2)
  for (let at = 1; at < text.length; at++) expect(readAll(text.slice(0, at), text.slice(at))).toEqual(expected)
  expect(readAll(...text)).toEqual(expected)
})

test('lines may have any line ending', () => {
  expect(readAll('event: a\r\ndata: 1\r\n\r\n').events).toEqual([{ name: 'a', data: '1' }])
  expect(readAll('event: a\r', '\ndata: 1\r', '\n\r', '\n').events).toEqual([{ name: 'a', data: '1' }])
})

test('a heartbeat is not an event', () => {
  expect(readAll(': \n\n', ':\n\n').events).toEqual([])
})

test('several lines of data form one event, and an event without data is ignored', () => {
  expect(readAll('data: a\ndata: b\n\n').events).toEqual([{ name: 'message', data: 'a\nb' }])
  expect(readAll('event: resync\n\n').events).toEqual([])
})

test('the server sets the delay before the next attempt', () => {
  expect(readAll('retry: 2500\n\n').retry).toBe(2500)
  expect(readAll('retry: soon\n\n').retry).toBeNull()
})

test('an unfinished event is ignored', () => {
  expect(readAll('event: changed\ndata: {}\n').events).toEqual([])
})

test('a byte order mark before the first event is skipped', () => {
  expect(readAll('\uFEFFevent: a\ndata: 1\n\n').events).toEqual([{ name: 'a', data: '1' }])
})
