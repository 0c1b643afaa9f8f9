import type { Config } from '../config/config.ts'
import { createSetting } from '../process/setting.ts'
import type { Sms } from './message.ts'
import { createOutboxFolder } from './outbox-folder.ts'
import { webhook } from './webhook.ts'

type CurrentSms = Sms & {
  /** Whether messages reach phones. Without a gateway they are written to files. */
  isConfigured: boolean
  /** The secret to verify calls of the gateway; null without a gateway. */
  secret: Uint8Array | null
  /** How many text messages a studio sends in 24 hours. */
  studioDay: number
  /** How many text messages all studios together send in 24 hours. */
  platformDay: number
  /** The countries whose numbers get text messages; null for all. */
  countries: readonly string[] | null
}

const currentSms = createSetting<CurrentSms>('setSms')

/** Sets how this process sends text messages: by a webhook, else as files. Called once at start. */
export function setSms({
  smsWebhook,
  dataDir,
  textsStudioDay: studioDay,
  textsPlatformDay: platformDay,
  textsCountries: countries,
}: Pick<Config, 'smsWebhook' | 'dataDir' | 'textsStudioDay' | 'textsPlatformDay' | 'textsCountries'>): void {
  const limits = { studioDay, platformDay, countries }
  currentSms.set(
    smsWebhook === null
      ? { ...createOutboxFolder({ dataDir }), isConfigured: false, secret: null, ...limits }
      : { ...webhook(smsWebhook), isConfigured: true, secret: smsWebhook.secret, ...limits },
  )
}

/** The transport and the limits of this process. @throws if `setSms` has not been called */
export const getSms = (): CurrentSms => currentSms.get()
