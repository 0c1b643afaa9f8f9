import { fail } from '@studiohub/contract/errors.ts'
import { canListInvoices, canSeeBooks, canSeeOwnCredit } from '@studiohub/contract/features/invoices/policy.ts'
import type {
  ClientBalance,
  InvoicesQuery,
  InvoiceTotals,
  OwnCredit,
} from '@studiohub/contract/features/invoices/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { findClientId } from '#features/clients/queries.ts'
import { getStudio } from '#features/studios/queries.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { listBalances } from './ledger/queries.ts'
import * as queries from './queries.ts'
import { requireDetails } from './require-invoice.ts'

/** The invoices of a studio, newest first: all for its admins, their own issued ones for clients. */
export function listInvoices(caller: Caller, query: InvoicesQuery, now: Date) {
  const { after, limit, rows } = readPage(query)
  const { studio_id, state, search } = query
  return asActor(caller, async (tx, actor) => {
    authorize(canListInvoices(requireRole(actor), studio_id))
    const { timezone } = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    const client_id = query.client_id && ((await findClientId(tx, studio_id, query.client_id)) ?? query.client_id)
    const filter = { studio_id, state, search, client_id, today: todayIn(timezone, now) }
    return toPageByTime(await queries.listInvoices(tx, filter, { after, limit: rows }), limit, ({ id }) => id)
  })
}

/** One invoice or credit note with its lines, payments and credit notes. */
export const getInvoice = (caller: Caller, id: string, now: Date) =>
  asActor(caller, (tx, actor) => requireDetails(tx, actor, id, now))

/** An issued invoice or credit note as a PDF file. Loads the large PDF library at the first use. */
export async function getPdf(caller: Caller, id: string, now: Date): Promise<File> {
  const { invoice, studio } = await asActor(caller, async (tx, actor) => {
    const invoice = await requireDetails(tx, actor, id, now)
    return { invoice, studio: (await getStudio(tx, invoice.studio_id)) ?? fail('NOT_FOUND') }
  })
  if (invoice.number === null) fail('INVOICE_NOT_ISSUED')
  const { renderInvoice } = await import('./invoice-pdf.tsx')
  const bytes = new Uint8Array(await renderInvoice(invoice, studio))
  return new File([bytes], `${invoice.number.replaceAll('/', '-')}.pdf`, { type: 'application/pdf' })
}

const RECENT_DAYS = 30

/** A studio's open amounts, and its payments of the last 30 days. */
export function getTotals(caller: Caller, studio_id: string, now: Date): Promise<{ items: InvoiceTotals[] }> {
  return asActor(caller, async (tx, actor) => {
    authorize(canSeeBooks(requireRole(actor), studio_id))
    const { timezone } = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    const today = todayIn(timezone, now)
    return { items: await queries.listTotals(tx, { studio_id, today, since: plusDays(today, -RECENT_DAYS) }) }
  })
}

type ClientKey = { studio_id: string; client_id: string }

/** A client's debt and credit, by currency. */
export function getBalance(caller: Caller, { studio_id, client_id: requested_id }: ClientKey, now: Date) {
  return asActor(caller, async (tx, actor): Promise<{ items: ClientBalance[] }> => {
    authorize(canSeeBooks(requireRole(actor), studio_id))
    const { timezone } = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    const client_id = await findClientId(tx, studio_id, requested_id)
    if (!client_id) return { items: [] }
    return { items: await listBalances(tx, { studio_id, client_id, today: todayIn(timezone, now) }) }
  })
}

/** The credit of the calling client, by currency. Leaves out currencies without credit. */
export function getOwnCredit(caller: Caller, studio_id: string, now: Date) {
  return asActor(caller, async (tx, actor): Promise<{ items: OwnCredit[] }> => {
    const { client_id } = requireRole(actor)
    authorize(canSeeOwnCredit(requireRole(actor), studio_id))
    const { timezone } = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    if (!client_id) return { items: [] }
    const balances = await listBalances(tx, { studio_id, client_id, today: todayIn(timezone, now) })
    return {
      items: balances
        .filter(({ credit_minor }) => credit_minor > 0)
        .map(({ currency, credit_minor }) => ({ currency, credit_minor })),
    }
  })
}
