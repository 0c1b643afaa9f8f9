import { expect, test } from 'vitest'
import { namespaceArgs } from './account.ts'

test('root appears as a user with a name, as initdb requires', () => {
  const bare = 'root:x:0:0:root:/:/bin/sh\ndaemon:x:1:2:daemon:/usr/sbin:/usr/sbin/nologin\n'
  expect(namespaceArgs(bare)).toEqual(['--user', '--map-user=1', '--map-group=2'])
  expect(namespaceArgs('')).toEqual(['--user', '--map-user=1000', '--map-group=1000'])
})
