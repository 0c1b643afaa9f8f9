import { expect, test } from 'vitest'
import { isCallable, readAllowList } from './addresses.ts'

const emptyList = { hosts: new Set<string>(), networks: [] }
const allowList = (text: string) => readAllowList(text) ?? emptyList

test('public addresses can be called, also within NAT64 and 6to4', () => {
  for (const address of ['8.8.8.8', '2606:4700::1111', '64:ff9b::808:808', '2002:808:808::1', '::ffff:8.8.8.8']) {
    expect(isCallable(address, emptyList, []), address).toBe(true)
  }
})

test.each([
  ['this machine', ['127.0.0.1', '127.255.0.1', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1', '::7f00:1']],
  ['private networks', ['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fc00::1', 'fd00:ec2::254']],
  ['link-local addresses, with the metadata of clouds', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0']],
  ['addresses of cloud providers for their own machines', ['168.63.129.16', '100.100.100.200', '192.0.0.192']],
  ['addresses that contain a private one', ['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '2002:a00:1::', '::ffff:a00:1']],
  ['tunnels with an unknown end', ['2001::1', '64:ff9b:1::808:808', '::ffff:0:8.8.8.8']],
  [
    'reserved and unassigned addresses',
    ['198.18.0.1', '203.0.113.7', '240.0.0.1', '2001:db8::1', '4000::1', '5f00::1'],
  ],
  ['multicast and broadcast addresses', ['224.0.0.1', '255.255.255.255', 'ff02::1']],
  ['texts that are not an address', ['', 'localhost', '1.2.3']],
])('no call reaches %s', (_name, addresses) => {
  for (const address of addresses) expect(isCallable(address, emptyList, []), address).toBe(false)
})

test("the machine's own public addresses are rejected", () => {
  expect(isCallable('8.8.8.8', emptyList, ['8.8.8.8'])).toBe(false)
  expect(isCallable('2606:4700:0::1', emptyList, ['2606:4700::1'])).toBe(false)
  expect(isCallable('8.8.4.4', emptyList, ['8.8.8.8'])).toBe(true)
})

test('the operator allows addresses, networks and hosts', () => {
  const list = allowList(' 10.1.2.3, 192.168.0.0/16,fd00::/8 , CRM.internal,localhost')
  expect(list.hosts).toEqual(new Set(['crm.internal', 'localhost']))
  for (const address of ['10.1.2.3', '192.168.7.7', 'fd12::1', '::ffff:10.1.2.3']) {
    expect(isCallable(address, list, []), address).toBe(true)
  }
  for (const address of ['10.1.2.4', '172.16.0.1', 'fe80::1'])
    expect(isCallable(address, list, []), address).toBe(false)
})

test('a list with an invalid entry is rejected as a whole', () => {
  for (const text of ['10.0.0.0/33', 'http://crm', 'a b', '10.1', '0x7f.1', 'crm.internal:80', '*.internal', '-a']) {
    expect(readAllowList(text), text).toBeNull()
  }
  expect(readAllowList('')).toEqual(emptyList)
})
