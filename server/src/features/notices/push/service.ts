import { fail } from '@studiohub/contract/errors.ts'
import type { NewPushDevice, Push, PushDevice, PushSettings } from '@studiohub/contract/features/notices/push/schema.ts'
import { audit } from '#platform/audit/audit.ts'
import { requireSession } from '#platform/auth/authorize.ts'
import { deviceOf } from '#platform/auth/user-agent.ts'
import { actAs, asActor, type Caller, requireGates } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readVapid } from '#platform/push/vapid.ts'
import * as queries from './queries.ts'

/** The caller's settings and devices, and the key for new ones. */
export async function getPush(caller: Caller): Promise<Push> {
  const own = await asActor(caller, async (tx, actor) => {
    const { user_id, session_id } = requireSession(actor)
    const settings = await queries.getSettings(tx, user_id)
    await actAs(tx, 'system')
    const rows = await queries.listDevices(tx, user_id)
    return { settings, devices: await describeDevices(tx, rows, session_id) }
  })
  // Makes the key if there is none, so it comes after the caller's rights.
  const { keys } = await readVapid()
  return { public_key: keys.public_key, ...own }
}

/** Sets what the caller gets on their devices, and when not. */
export function updateSettings(caller: Caller, settings: PushSettings): Promise<PushSettings> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireSession(actor)
    await queries.setSettings(tx, user_id, settings)
    const after = { muted_count: settings.muted.length, has_quiet_hours: settings.quiet !== null }
    const what = { action: 'push.updateSettings', object_type: 'push_settings' } as const
    await audit(tx, actor, { ...entryOf(caller, user_id), ...what, after })
    return queries.getSettings(tx, user_id)
  })
}

/** Sends the caller's notifications to the browser of this session. */
export async function createDevice(caller: Caller, device: NewPushDevice): Promise<PushDevice> {
  await requireGates(caller)
  const { keys } = await readVapid()
  return asActor(caller, async (tx, actor) => {
    const { user_id, session_id } = requireSession(actor)
    if (device.public_key !== keys.public_key) fail('PUSH_KEY_CHANGED')
    await actAs(tx, 'system')
    const row = await queries.replaceDevice(tx, { ...device, user_id, session_id })
    const what = { action: 'push.createDevice', object_type: 'push_device' } as const
    await audit(tx, actor, { ...entryOf(caller, row.id), ...what, after: { id: row.id } })
    const [made] = await describeDevices(tx, [row], session_id)
    return made ?? fail('NOT_FOUND')
  })
}

/** Ends the notifications on one of the caller's devices. */
export function deleteDevice(caller: Caller, id: string): Promise<{ id: string }> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireSession(actor)
    await actAs(tx, 'system')
    if (!(await queries.deleteDevice(tx, id, user_id))) fail('NOT_FOUND')
    const what = { action: 'push.deleteDevice', object_type: 'push_device' } as const
    await audit(tx, actor, { ...entryOf(caller, id), ...what, before: { id } })
    return { id }
  })
}

type Row = Awaited<ReturnType<typeof queries.listDevices>>[number]

/** Names the devices by their sessions, which only the authentication service may read. */
async function describeDevices(tx: Tx, rows: readonly Row[], own_session_id: string): Promise<PushDevice[]> {
  if (rows.length === 0) return []
  await actAs(tx, 'auth')
  const sessions = await queries.listUserAgents(
    tx,
    rows.map(({ session_id }) => session_id),
  )
  return rows.map(({ id, session_id, created_at }) => {
    const user_agent = sessions.find((session) => session.id === session_id)?.user_agent ?? null
    return { id, device: deviceOf(user_agent), created_at, is_current: session_id === own_session_id }
  })
}

/** What the audit log says of every change here. */
const entryOf = (caller: Caller, object_id: string) => ({ studio_id: null, object_id, request_id: caller.request_id })
