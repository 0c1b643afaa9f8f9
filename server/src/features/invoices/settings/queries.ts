import type { InvoiceSettings } from '@studiohub/contract/features/invoices/settings/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const defaults: Omit<InvoiceSettings, 'studio_id'> = {
  legal_name: '',
  address: '',
  tax_number: '',
  bank_holder: '',
  iban: '',
  bic: '',
  footer: '',
  payment_days: 14,
  number_prefix: '',
  credit_note_prefix: 'CN-',
  first_number: 1,
  desk_takes_cash: false,
  sends_receipts: true,
  reminder_days: [3, 7, 14],
  version: 0,
}

export type InvoiceSettingsRow = InvoiceSettings & { first_number_year: number | null }

/** The settings of a studio, or the defaults (version 0) if it has saved none. */
export async function getSettings(tx: Tx, studio_id: string): Promise<InvoiceSettingsRow> {
  const { rows } = await sql<Omit<InvoiceSettingsRow, 'studio_id'>>`
    select legal_name, address, tax_number, bank_holder, iban, bic, footer, payment_days, number_prefix, credit_note_prefix,
      first_number, first_number_year, desk_takes_cash, sends_receipts, reminder_days, version
    from invoice_settings where studio_id = ${studio_id}::uuid`.execute(tx)
  return { first_number_year: null, ...defaults, ...rows[0], studio_id }
}

/** Saves all settings. @returns false if the version is not current */
export async function saveSettings(tx: Tx, { studio_id, version, ...settings }: InvoiceSettingsRow): Promise<boolean> {
  const row = await tx
    .insertInto('invoice_settings')
    .values({ ...settings, studio_id })
    .onConflict((conflict) =>
      conflict
        .column('studio_id')
        .doUpdateSet({ ...settings, version: sql`invoice_settings.version + 1` })
        .where(sql<boolean>`invoice_settings.version = ${version}`),
    )
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}
