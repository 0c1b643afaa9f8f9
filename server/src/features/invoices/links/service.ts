import { fail } from '@studiohub/contract/errors.ts'
import type { PayLink, PublicInvoice } from '@studiohub/contract/features/invoices/links/schema.ts'
import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { payLinkExpiry, payPath } from '#features/emails/invoices/jobs.ts'
import { buildStudioUrl, getBranding } from '#features/emails/jobs.ts'
import { PAY_LINK } from '#features/emails/wording.ts'
import { getStudio } from '#features/studios/queries.ts'
import { isMac } from '#platform/auth/secrets.ts'
import { actAs, asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import { getNetwork, type Limit, requireLimits } from '#platform/http/limits.ts'
import type { RequestOrigin } from '#platform/http/request-origin.ts'
import { getIssuedDetails } from '../details-queries.ts'
import { recordMoney } from '../record-invoice.ts'
import { lockInvoice, lockIssuedInvoice } from '../require-invoice.ts'
import * as queries from './queries.ts'

/** Creates the link to an invoice's public page, or extends the existing one. The address changes only after a revocation. */
export function createPayLink(caller: Caller, id: string, now: Date): Promise<PayLink> {
  return asActor(caller, async (tx, actor) => {
    const { invoice } = await lockIssuedInvoice(tx, actor, { id, now })
    const { studio_id } = invoice
    const payLink = { studio_id, invoice_id: id, created_at: now.toISOString(), expires_at: payLinkExpiry(now) }
    const link = await queries.upsertLink(tx, payLink)
    await recordMoney(tx, actor, {
      caller,
      action: 'invoices.createPayLink',
      object_type: 'invoice_link',
      object_id: link.id,
      studio_id,
      client_id: null,
      after: { id: link.id, invoice_id: id, expires_at: link.expires_at },
    })
    await actAs(tx, 'system')
    const studio = await getBranding(tx, studio_id)
    return { url: buildStudioUrl(studio, payPath(link.id)), expires_at: new Date(link.expires_at).toISOString() }
  })
}

/** Revokes the link to an invoice's public page. Links in emails that were already sent stop working too. */
export function revokePayLink(caller: Caller, id: string, now: Date): Promise<{ id: string }> {
  return asActor(caller, async (tx, actor) => {
    const { invoice } = await lockInvoice(tx, actor, { id, now })
    const { studio_id } = invoice
    const link_id = await queries.revokeLink(tx, id, now.toISOString())
    if (link_id === null) return { id }
    await recordMoney(tx, actor, {
      caller,
      action: 'invoices.revokePayLink',
      object_type: 'invoice_link',
      object_id: link_id,
      studio_id,
      client_id: null,
      after: { id: link_id, invoice_id: id, revoked: true },
    })
    return { id }
  })
}

const networkLimit: Limit = { name: 'invoice-links', count: 60, per_seconds: 300 }

/** Checks the rate limit of the network and the secret of the link. @returns the link's id @throws AppError NOT_FOUND */
async function requireLink(token: string, { ip, now }: RequestOrigin): Promise<string> {
  await requireLimits([{ limit: networkLimit, by: getNetwork(ip) }], now)
  const [id = '', secret = ''] = token.split('.')
  if (!Id.safeParse(id).success || !isMac(secret, PAY_LINK, id)) fail('NOT_FOUND')
  return id
}

/** The id of the invoice to which a valid link belongs. @throws AppError NOT_FOUND */
export async function requireLinkedInvoice(token: string, origin: RequestOrigin): Promise<string> {
  const id = await requireLink(token, origin)
  const linkedInvoice = await asSystem((tx) => queries.findLinkedInvoice(tx, { id, now: origin.now }))
  return (linkedInvoice ?? fail('NOT_FOUND')).invoice_id
}

/** The invoice to which a valid link belongs, with its details and its studio. @throws AppError NOT_FOUND */
async function readLinkedInvoice(token: string, origin: RequestOrigin) {
  const { now } = origin
  const id = await requireLink(token, origin)
  return asSystem(async (tx) => {
    const { invoice_id, studio_id, timezone } = (await queries.findLinkedInvoice(tx, { id, now })) ?? fail('NOT_FOUND')
    const invoice = (await getIssuedDetails(tx, invoice_id, todayIn(timezone, now))) ?? fail('NOT_FOUND')
    const studio = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    return { invoice, studio }
  })
}

/** The content of an invoice's public page, for anyone with the link. */
export async function getPublicInvoice(token: string, origin: RequestOrigin): Promise<PublicInvoice> {
  const { invoice, studio } = await readLinkedInvoice(token, origin)
  const { name, logo_url, brand_css, favicon_url, contact_email } = studio
  return { ...publicContentOf(invoice), studio: { name, logo_url, brand_css, favicon_url, contact_email } }
}

function publicContentOf(invoice: InvoiceDetails): Omit<PublicInvoice, 'studio'> {
  const { number, kind, state, currency, net_minor, tax_minor, total_minor, paid_minor, credited_minor } = invoice
  const { open_minor, issued_on, due_on, note, reason, seller, policies, transfer_qr } = invoice
  const { email: _, ...buyer } = invoice.buyer
  return {
    number,
    kind,
    state,
    currency,
    net_minor,
    tax_minor,
    total_minor,
    paid_minor,
    credited_minor,
    open_minor,
    issued_on,
    due_on,
    note,
    reason,
    seller,
    policies,
    transfer_qr,
    buyer,
    lines: invoice.lines.map(({ booking_id: _, ...line }) => line),
  }
}

/** The invoice of a link as a PDF file. */
export async function getPublicPdf(token: string, origin: RequestOrigin): Promise<File> {
  const { invoice, studio } = await readLinkedInvoice(token, origin)
  const { renderInvoice } = await import('../invoice-pdf.tsx')
  const bytes = new Uint8Array(await renderInvoice(invoice, studio))
  return new File([bytes], `${invoice.number?.replaceAll('/', '-')}.pdf`, { type: 'application/pdf' })
}
