/**
 * The calls that a session may make before its person has confirmed with their second factor (F4). Every other call is
 * refused, so a new one is refused until it is added here. Calls of `/api/v1` go by the name of their operation, calls of
 * `/auth/v1` by method and route. Calls without a session, such as the token refresh, are not asked for a factor.
 */
const beforeSecondFactor: ReadonlySet<string> = new Set([
  'profile.get',
  'GET /auth/v1/user',
  'POST /auth/v1/logout?scope=local',
  'POST /auth/v1/factors/:id/challenge',
  'POST /auth/v1/factors/:id/verify',
  'GET /auth/v1/factors/recovery-codes',
  'POST /auth/v1/factors/recovery-codes/verify',
])

/** @param call what is called; a call without a name is refused */
export const opensBeforeSecondFactor = (call: string | undefined): boolean =>
  call !== undefined && beforeSecondFactor.has(call)
