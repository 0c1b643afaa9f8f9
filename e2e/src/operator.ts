import { expect } from '@playwright/test'
import { proveAddress } from '@studiohub/testing/accounts.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { aPerson, type TestUser } from '@studiohub/testing/people.ts'

/** Another operator of the platform, appointed by the one of the demo. */
export async function anOperator(server: { url: string; outbox: string }): Promise<TestUser> {
  const credentials = { email: 'admin@studiohub.example', password: 'studiohub' }
  const session = await callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', credentials)
  const person = await aPerson(server, { full_name: 'Opal Operator' })
  await proveAddress(server, person)
  const appointed = await callAs(server.url, session.body.access_token).post(`/admin/users/${person.id}/roles`, {
    role: 'super_admin',
  })
  expect(appointed.status).toBe(201)
  return person
}
