import { expect, test } from 'vitest'
import { relyingParty } from './rules.ts'

test('keys belong to the host of the product, and only its pages can use them', () => {
  expect(relyingParty('https://studios.example')).toEqual({
    id: 'studios.example',
    origins: ['https://studios.example'],
  })
  expect(relyingParty('https://hub.studios.example:8443')).toEqual({
    id: 'hub.studios.example',
    origins: ['https://hub.studios.example:8443'],
  })
})

test('on a local machine keys belong to localhost, under any name of the machine', () => {
  for (const url of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']) {
    expect(relyingParty(url)).toEqual({ id: 'localhost', origins: ['http://localhost:3000'] })
  }
})

test('an IP address cannot be the relying party of a passkey', () => {
  for (const url of ['http://192.0.2.7:3000', 'https://[2001:db8::7]']) expect(relyingParty(url)).toBeNull()
})
