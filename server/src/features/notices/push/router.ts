import { authed } from '#platform/http/rpc.ts'
import * as service from './service.ts'

const { push } = authed

export const pushRouter = {
  get: push.get.handler(({ context }) => service.getPush(context.caller)),
  updateSettings: push.updateSettings.handler(({ input, context }) => service.updateSettings(context.caller, input)),
  createDevice: push.createDevice.handler(({ input, context }) => service.createDevice(context.caller, input)),
  deleteDevice: push.deleteDevice.handler(({ input, context }) => service.deleteDevice(context.caller, input.id)),
}
