import { expect, test } from 'vitest'
import { eventReader, type StreamEvent } from './event-stream.ts'

function readAll(...pieces: string[]) {
  const events: StreamEvent[] = []
  const reader = eventReader((event) => events.push(event))
  for (const piece of pieces) reader.read(piece)
  return { events, retry: reader.retry() }
}

test('an event arrives with its name and its data', () => {
  const { events } = readAll('event: changed\ndata: {"topic":"bookings","id":null}\n\n')
  expect(events).toEqual([{ name: 'changed', data: '{"topic":"bookings","id":null}' }])
})

test('the stream may be cut at any byte', () => {
  const text = 'retry: 1000\nevent: resync\ndata: {}\n\nevent: changed\ndata: {"topic":"b"}\n\n'
  const whole = readAll(text)
  expect(whole.events).toHaveLength(2)
  for (let at = 1; at < text.length; at++) expect(readAll(text.slice(0, at), text.slice(at))).toEqual(whole)
  expect(readAll(...text)).toEqual(whole)
})

test('lines may have any line ending', () => {
  expect(readAll('event: a\r\ndata: 1\r\n\r\n').events).toEqual([{ name: 'a', data: '1' }])
  expect(readAll('event: a\r', '\ndata: 1\r', '\n\r', '\n').events).toEqual([{ name: 'a', data: '1' }])
})

test('a heartbeat is not an event', () => {
  expect(readAll(': \n\n', ':\n\n').events).toEqual([])
})

test('data of several lines is one event, one without data is none', () => {
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
