import { callAs } from './http.ts'
import { aSuperAdmin, type TestUser } from './people.ts'
import { anAppFactor } from './second-factor.ts'

/** An operator whose session was confirmed with a second factor. */
export async function anOperatorWithSecondFactor(server: Parameters<typeof aSuperAdmin>[0]): Promise<TestUser> {
  const person = await aSuperAdmin(server)
  const { token } = await anAppFactor(server, person.token, new Date())
  return { ...person, ...callAs(server.url, token), token }
}
