import { z } from 'zod'
import { pickErrors, route } from '#route.ts'
import { Id } from '#shared/text.ts'
import { NewPushDevice, Push, PushDevice, PushSettings } from './schema.ts'

export const push = {
  /** The caller's settings and devices, and the key for new ones. */
  get: route.route({ method: 'GET', path: '/me/push' }).output(Push),
  updateSettings: route.route({ method: 'PUT', path: '/me/push/settings' }).input(PushSettings).output(PushSettings),
  /** Sends the caller's notifications to this browser, until their session ends. */
  createDevice: route
    .route({ method: 'PUT', path: '/me/push/device' })
    .input(NewPushDevice)
    .output(PushDevice)
    .errors(pickErrors('PUSH_KEY_CHANGED')),
  deleteDevice: route
    .route({ method: 'DELETE', path: '/me/push/devices/{id}' })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: Id }))
    .errors(pickErrors('NOT_FOUND')),
}
