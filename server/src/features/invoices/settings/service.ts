import { fail } from '@studiohub/contract/errors.ts'
import { canChangeInvoiceSettings } from '@studiohub/contract/features/invoices/policy.ts'
import type { InvoiceSettings, InvoiceSettingsChanges } from '@studiohub/contract/features/invoices/settings/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { getStudio } from '#features/studios/queries.ts'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { getLastNumber } from '../queries.ts'
import * as queries from './queries.ts'

/** The studio's texts and settings for invoices. */
export function getSettings(caller: Caller, studio_id: string): Promise<InvoiceSettings> {
  return asActor(caller, async (tx, actor) => {
    authorize(canChangeInvoiceSettings(requireRole(actor), studio_id))
    const { first_number_year: _, ...settings } = await queries.getSettings(tx, studio_id)
    return settings
  })
}

const auditedFields = [
  'payment_days',
  'first_number',
  'desk_takes_cash',
  'sends_receipts',
  'reminder_days',
  'version',
] as const

/** Changes some settings. The first number of a year cannot change after a number was used in that year. */
export function updateSettings(
  caller: Caller,
  { studio_id, version, ...changes }: InvoiceSettingsChanges & { studio_id: string },
  now: Date,
): Promise<InvoiceSettings> {
  return asActor(caller, async (tx, actor) => {
    authorize(canChangeInvoiceSettings(requireRole(actor), studio_id))
    const { timezone } = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    await lock(tx, 'money', studio_id)
    const before = await queries.getSettings(tx, studio_id)
    if (version !== undefined && version !== before.version) fail('STALE_VERSION')
    const changedFields = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const merged = { ...before, ...changedFields }
    if (merged.number_prefix === merged.credit_note_prefix) {
      fail('VALIDATION_FAILED', { fields: { credit_note_prefix: 'Invoices and credit notes need different prefixes' } })
    }
    if (changes.first_number !== undefined && changes.first_number !== before.first_number) {
      merged.first_number_year = Number(todayIn(timezone, now).slice(0, 4))
      const series = { studio_id, kind: 'invoice' as const, year: merged.first_number_year }
      if ((await getLastNumber(tx, series)) > 0) fail('NUMBERS_BEGUN')
    }
    if (!(await queries.saveSettings(tx, merged))) fail('STALE_VERSION')
    const { first_number_year: _, ...after } = await queries.getSettings(tx, studio_id)
    await audit(tx, actor, {
      action: 'invoices.updateSettings',
      studio_id,
      object_type: 'invoice_settings',
      object_id: studio_id,
      ...factsOfChange(before, after, auditedFields),
      request_id: caller.request_id,
    })
    return after
  })
}
