import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { buildSoldPackageEntries } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import { invoiceTotals, taxedLines } from '@studiohub/contract/features/invoices/rules.ts'
import { canManagePackages } from '@studiohub/contract/features/packages/policy.ts'
import type { HourPackage, SoldPackage } from '@studiohub/contract/features/packages/schema.ts'
import { taxOfService } from '@studiohub/contract/features/studios/taxes/rules.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { findActiveClientId, getClient } from '#features/clients/queries.ts'
import { withTaxRate } from '#features/invoices/build-lines.ts'
import { issueInvoiceInTransaction } from '#features/invoices/issue-invoice.ts'
import { recordLedgerEvent } from '#features/invoices/ledger/record-ledger-event.ts'
import { insertInvoice, replaceLines } from '#features/invoices/queries.ts'
import { getInvoiceBuyer } from '#features/invoices/require-parties.ts'
import { getStudio } from '#features/studios/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getPackage } from '../queries.ts'
import { getSold, insertSold } from './queries.ts'

export type CreateSaleInput = { studio_id: string; client_id: string; package_id: string }

/** Sells a package: issues its invoice, unless it is free, and gives the client the hours. */
export function createSale(caller: Caller, input: CreateSaleInput, now: Date): Promise<SoldPackage> {
  const { studio_id } = input
  return asActor(caller, async (tx, callingActor) => {
    const actor = requireRole(callingActor)
    authorize(canManagePackages(actor, studio_id))
    const offer = await getPackage(tx, input.package_id)
    if (offer?.studio_id !== studio_id || !offer.is_active) fail('NOT_FOUND')
    const client_id = (await findActiveClientId(tx, studio_id, input.client_id)) ?? fail('CLIENT_NOT_IN_STUDIO')
    const { timezone } = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    const today = todayIn(timezone, now)
    await lock(tx, 'money', studio_id)
    const sale = { caller, now, today, offer, client_id }
    const { invoice_id, net_minor } = offer.price_minor > 0 ? await invoiceSale(tx, actor, sale) : freeSale
    const { name, minutes, price_minor, currency, service_types, valid_days } = offer
    const id = await insertSold(tx, {
      studio_id,
      client_id,
      name,
      minutes,
      price_minor,
      net_minor,
      currency,
      service_types,
      invoice_id,
      last_date: valid_days === null ? null : plusDays(today, valid_days),
      sold_at: now.toISOString(),
    })
    if (invoice_id) await postSale(tx, { ...sale, id, net_minor })
    await audit(tx, actor, {
      action: 'packages.sell',
      studio_id,
      object_type: 'sold_package',
      object_id: id,
      request_id: caller.request_id,
      after: { id, client_id, package_id: offer.id, minutes, price_minor, currency },
    })
    publish(tx, { studio_id, topic: 'packages', id, client_id })
    return (await getSold(tx, id)) ?? fail('INTERNAL')
  })
}

const freeSale = { invoice_id: null, net_minor: 0 }

type PackageSale = { caller: Caller; now: Date; today: string; offer: HourPackage; client_id: string }

/** Creates and issues the invoice of a package, with the studio's first tax rate. */
async function invoiceSale(tx: Tx, actor: Actor, { caller, now, offer, client_id }: PackageSale) {
  const { studio_id, name, minutes, price_minor, currency } = offer
  const { taxes } = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
  const client = await getClient(tx, studio_id, client_id)
  const tax = taxOfService(taxes, null, Boolean(client?.reverse_charge && client.tax_number))
  const price = { unit: 'piece' as const, quantity: 1, unit_price_minor: price_minor, amount_minor: price_minor }
  const line = { ...withTaxRate(price, tax), description: `${name}, ${lengthText(minutes)}` }
  const isIncluded = tax?.included ?? false
  const lines = taxedLines([{ ...line, booking_id: null, booking_line: null, service_on: null }], isIncluded)
  const totals = invoiceTotals(lines)
  const id = await insertInvoice(tx, {
    studio_id,
    client_id,
    note: '',
    due_on: null,
    currency,
    prices_include_tax: isIncluded,
    ...totals,
    buyer: await getInvoiceBuyer(tx, { studio_id, client_id }, undefined),
    created_at: now.toISOString(),
  })
  await replaceLines(tx, { id, studio_id }, lines)
  await issueInvoiceInTransaction(tx, actor, { caller, id, now })
  return { invoice_id: id, net_minor: totals.net_minor }
}

type PostedSale = PackageSale & { id: string; net_minor: number }

/** Posts a sale. The prepaid hours become revenue only when they are used. */
async function postSale(tx: Tx, { id, offer, client_id, net_minor, today, now }: PostedSale) {
  const { studio_id, currency } = offer
  await recordLedgerEvent(tx, {
    studio_id,
    kind: 'package_sold',
    cause_id: id,
    event_key: `package_sold:${id}`,
    currency,
    occurred_on: today,
    recorded_at: now.toISOString(),
    entries: buildSoldPackageEntries(client_id, net_minor),
  })
}
