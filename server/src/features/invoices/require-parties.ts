import { fail } from '@studiohub/contract/errors.ts'
import type { BuyerDetails, InvoiceBuyer, InvoiceSeller } from '@studiohub/contract/features/invoices/schema.ts'
import { getClient } from '#features/clients/queries.ts'
import { getStudio } from '#features/studios/queries.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getLastBuyer } from './queries.ts'
import { getSettings } from './settings/queries.ts'

/** The studio as it is printed on its invoices. */
export async function getInvoiceSeller(tx: Tx, studio_id: string): Promise<InvoiceSeller> {
  const { name } = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
  const { legal_name, address, tax_number, bank_holder, iban, bic, footer } = await getSettings(tx, studio_id)
  return {
    name: legal_name || name,
    address,
    tax_number,
    iban,
    bic,
    footer,
    bank_holder: bank_holder || legal_name || name,
  }
}

type ClientKey = { studio_id: string; client_id: string | null }

/**
 * The client as printed on an invoice. Name and email come from the client record; the rest is what was entered, or what the
 * client's newest invoice has.
 */
export async function getInvoiceBuyer(
  tx: Tx,
  { studio_id, client_id }: ClientKey,
  entered: Partial<BuyerDetails> | undefined,
): Promise<InvoiceBuyer> {
  const client = client_id === null ? undefined : await getClient(tx, studio_id, client_id)
  const details = entered || client_id === null ? entered : await getLastBuyer(tx, { studio_id, client_id })
  return {
    name: client?.name ?? client?.company ?? '',
    email: client?.email ?? '',
    company: details?.company ?? client?.company ?? '',
    address: details?.address ?? '',
    tax_number: details?.tax_number || client?.tax_number || '',
    ...(client?.reverse_charge && { reverse_charge: true }),
  }
}
