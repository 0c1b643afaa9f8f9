import { fail } from '@studiohub/contract/errors.ts'
import type { NewPushDevice, Push, PushDevice, PushSettings } from '@studiohub/contract/features/notices/push/schema.ts'
import { audit } from '#platform/audit/audit.ts'
import { requireSession } from '#platform/auth/authorize.ts'
import { describeDevice } from '#platform/auth/user-agent.ts'
import { actAs, asActor, type Caller, requireGates } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readVapid } from '#platform/push/vapid.ts'
import * as queries from './queries.ts'

/** The caller's settings and devices, and the public key for new devices. */
export async function getPush(caller: Caller): Promise<Push> {
  const ownPush = await asActor(caller, async (tx, actor) => {
    const { user_id, session_id } = requireSession(actor)
    const settings = await queries.getSettings(tx, user_id)
    await actAs(tx, 'system')
    const rows = await queries.listDevices(tx, user_id)
    return { settings, devices: await describeDevices(tx, rows, session_id) }
  })
  // `readVapid` creates the key if there is none, so the caller's rights are checked first.
  const { keys } = await readVapid()
  return { public_key: keys.public_key, ...ownPush }
}

/** Sets the caller's muted topics and quiet hours. */
export function updateSettings(caller: Caller, settings: PushSettings): Promise<PushSettings> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireSession(actor)
    await queries.setSettings(tx, user_id, settings)
    const after = { muted_count: settings.muted.length, has_quiet_hours: settings.quiet !== null }
    const auditAction = { action: 'push.updateSettings', object_type: 'push_settings' } as const
    await audit(tx, actor, { ...entryOf(caller, user_id), ...auditAction, after })
    return queries.getSettings(tx, user_id)
  })
}

/** Registers the browser of this session for the caller's notifications. @throws AppError PUSH_KEY_CHANGED */
export async function createDevice(caller: Caller, device: NewPushDevice): Promise<PushDevice> {
  await requireGates(caller)
  const { keys } = await readVapid()
  return asActor(caller, async (tx, actor) => {
    const { user_id, session_id } = requireSession(actor)
    if (device.public_key !== keys.public_key) fail('PUSH_KEY_CHANGED')
    await actAs(tx, 'system')
    const row = await queries.replaceDevice(tx, { ...device, user_id, session_id })
    const auditAction = { action: 'push.createDevice', object_type: 'push_device' } as const
    await audit(tx, actor, { ...entryOf(caller, row.id), ...auditAction, after: { id: row.id } })
    const [createdDevice] = await describeDevices(tx, [row], session_id)
    return createdDevice ?? fail('NOT_FOUND')
  })
}

/** Stops the notifications on one of the caller's devices. */
export function deleteDevice(caller: Caller, id: string): Promise<{ id: string }> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireSession(actor)
    await actAs(tx, 'system')
    if (!(await queries.deleteDevice(tx, id, user_id))) fail('NOT_FOUND')
    const auditAction = { action: 'push.deleteDevice', object_type: 'push_device' } as const
    await audit(tx, actor, { ...entryOf(caller, id), ...auditAction, before: { id } })
    return { id }
  })
}

type DeviceRow = Awaited<ReturnType<typeof queries.listDevices>>[number]

/** Adds a name to each device, from its session. Only the auth role may read sessions. */
async function describeDevices(tx: Tx, rows: readonly DeviceRow[], own_session_id: string): Promise<PushDevice[]> {
  if (rows.length === 0) return []
  await actAs(tx, 'auth')
  const sessions = await queries.listUserAgents(
    tx,
    rows.map(({ session_id }) => session_id),
  )
  return rows.map(({ id, session_id, created_at }) => {
    const user_agent = sessions.find((session) => session.id === session_id)?.user_agent ?? null
    return { id, device: describeDevice(user_agent), created_at, is_current: session_id === own_session_id }
  })
}

/** The audit fields that all changes in this file share. */
const entryOf = (caller: Caller, object_id: string) => ({ studio_id: null, object_id, request_id: caller.request_id })
