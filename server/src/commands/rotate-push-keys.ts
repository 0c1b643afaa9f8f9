import type { Config } from '../platform/config/config.ts'
import { StartError } from '../platform/process/start-error.ts'
import { rotatePushKeys, setPushSettings } from '../platform/push/vapid.ts'

/**
 * Replaces the key pair for notifications on devices. A server may be running.
 * @returns a report for the operator
 * @throws StartError if the operator has set their own keys; then nothing has changed
 */
export async function replacePushKeys(config: Config): Promise<string> {
  setPushSettings(config)
  const rotation = await rotatePushKeys()
  if (!rotation)
    throw new StartError(
      'The keys are set by VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY. Set a new pair there (npx web-push generate-vapid-keys) and start all processes again: devices of the former pair end with their next notification. Nothing was changed.',
    )
  return `The keys for notifications on devices were replaced. ${count(rotation.devices)} ended. Browsers subscribe again when their
people next open the product; until then they show no notifications. Emails and the bell are not affected.`
}

const count = (devices: number) => (devices === 1 ? '1 device' : `${devices} devices`)
