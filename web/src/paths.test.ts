import { expect, test } from 'vitest'
import { paths, safeNext } from './paths.ts'

test.each(['/studio', '/staff/tasks?day=2026-01-01', '/own-studio/projects/3f2a-1', '/s/own-studio/board?q=a%20b&x=1'])(
  'returns to %s after signing in',
  (next) => expect(safeNext(next)).toBe(next),
)

test.each([
  null,
  '',
  'studio',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  '/studio#x',
  `/${'a'.repeat(2001)}`,
  '/auth/login',
  '/auth/callback?next=/auth/callback',
  '/own-studio/auth/login',
  '/s/own-studio/auth/signup',
])('never redirects to %j', (next) => expect(safeNext(next)).toBeNull())

test('an authentication page has its studio in the path and the rest in the query', () => {
  expect(paths.login()).toBe('/auth/login')
  expect(paths.login({ namespace: 'own-studio', next: '/own-studio' })).toBe(
    '/own-studio/auth/login?next=%2Fown-studio',
  )
  expect(paths.callback({ namespace: 'own-studio', as: 'crew' })).toBe('/own-studio/auth/callback?as=crew')
  expect(paths.signupLink('own-studio')).toBe('/auth/signup?studio=own-studio')
  expect(paths.signinLink('own-studio')).toBe('/s/own-studio/auth/login')
})
