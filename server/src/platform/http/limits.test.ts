import { expect, test } from 'vitest'
import { getNetwork } from './limits.ts'

test('each IPv4 address has a limit of its own, in any notation', () => {
  expect(getNetwork('203.0.113.7')).toBe('203.0.113.7')
  expect(getNetwork('::ffff:203.0.113.7')).toBe('203.0.113.7')
})

test('all addresses of one IPv6 /64 share a limit', () => {
  const network = '2001:db8:1:2::/64'
  expect(getNetwork('2001:db8:1:2:3:4:5:6')).toBe(network)
  expect(getNetwork('2001:0DB8:0001:0002::1')).toBe(network)
  expect(getNetwork('2001:db8:1:2::')).toBe(network)
  expect(getNetwork('2001:db8:1:3::1')).not.toBe(network)
})

test('short and scoped IPv6 addresses are parsed', () => {
  expect(getNetwork('::1')).toBe('0:0:0:0::/64')
  expect(getNetwork('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(getNetwork('2001:db8::5:6:7:8:9')).toBe('2001:db8:0:5::/64')
  expect(getNetwork('64:ff9b::192.0.2.1')).toBe('64:ff9b:0:0::/64')
})
