import { fail } from '@studiohub/contract/errors.ts'
import type { PayLink, PublicInvoice } from '@studiohub/contract/features/invoices/links/schema.ts'
import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { linkEnd, payPath } from '#features/emails/invoices/jobs.ts'
import { addressAt, getBranding } from '#features/emails/jobs.ts'
import { PAY_LINK } from '#features/emails/wording.ts'
import { getStudio } from '#features/studios/queries.ts'
import { isMac } from '#platform/auth/secrets.ts'
import { actAs, asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import { type Limit, networkOf, requireLimits } from '#platform/http/limits.ts'
import { getIssuedDetails } from '../details-queries.ts'
import { recordMoney } from '../record-invoice.ts'
import { requireInvoice, requireIssued } from '../require-invoice.ts'
import * as queries from './queries.ts'

/** The link to an invoice's public page. It stays the same until it is revoked, and each call extends it. */
export function createPayLink(caller: Caller, id: string, now: Date): Promise<PayLink> {
  return asActor(caller, async (tx, actor) => {
    const { invoice } = await requireIssued(tx, actor, { id, now })
    const { studio_id } = invoice
    const made = { studio_id, invoice_id: id, created_at: now.toISOString(), expires_at: linkEnd(now) }
    const link = await queries.upsertLink(tx, made)
    await recordMoney(tx, actor, {
      ...{ caller, action: 'invoices.createPayLink', object_type: 'invoice_link', object_id: link.id, studio_id },
      ...{ client_id: null, after: { id: link.id, invoice_id: id, expires_at: link.expires_at } },
    })
    await actAs(tx, 'system')
    const studio = await getBranding(tx, studio_id)
    return { url: addressAt(studio, payPath(link.id)), expires_at: new Date(link.expires_at).toISOString() }
  })
}

/** Ends the link to an invoice's public page. Links in emails stop working too. */
export function revokePayLink(caller: Caller, id: string, now: Date): Promise<{ id: string }> {
  return asActor(caller, async (tx, actor) => {
    const { invoice } = await requireInvoice(tx, actor, { id, now })
    const { studio_id } = invoice
    const link_id = await queries.revokeLink(tx, id, now.toISOString())
    if (link_id === null) return { id }
    await recordMoney(tx, actor, {
      ...{ caller, action: 'invoices.revokePayLink', object_type: 'invoice_link', object_id: link_id, studio_id },
      ...{ client_id: null, after: { id: link_id, invoice_id: id, revoked: true } },
    })
    return { id }
  })
}

const perNetwork: Limit = { name: 'invoice-links', count: 60, per_seconds: 300 }
export type LinkRequest = { ip: string; now: Date }

/** Checks the secret and the limit of the network. @returns the id of the link @throws AppError NOT_FOUND */
async function requireLink(token: string, { ip, now }: LinkRequest): Promise<string> {
  await requireLimits([{ limit: perNetwork, by: networkOf(ip) }], now)
  const [id = '', secret = ''] = token.split('.')
  if (!Id.safeParse(id).success || !isMac(secret, PAY_LINK, id)) fail('NOT_FOUND')
  return id
}

/** The id of the invoice that a valid link is about. @throws AppError NOT_FOUND */
export async function requireLinked(token: string, visit: LinkRequest): Promise<string> {
  const id = await requireLink(token, visit)
  const found = await asSystem((tx) => queries.findLinkedInvoice(tx, { id, now: visit.now }))
  return (found ?? fail('NOT_FOUND')).invoice_id
}

/** An invoice with everything that belongs to it and the id of its studio, for a valid link. @throws AppError NOT_FOUND */
async function readLinked(token: string, visit: LinkRequest) {
  const { now } = visit
  const id = await requireLink(token, visit)
  return asSystem(async (tx) => {
    const { invoice_id, studio_id, timezone } = (await queries.findLinkedInvoice(tx, { id, now })) ?? fail('NOT_FOUND')
    const invoice = (await getIssuedDetails(tx, invoice_id, todayIn(timezone, now))) ?? fail('NOT_FOUND')
    const studio = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    return { invoice, studio }
  })
}

/** The public page of an invoice: its content and the ways to pay it. */
export async function getPublicInvoice(token: string, visit: LinkRequest): Promise<PublicInvoice> {
  const { invoice, studio } = await readLinked(token, visit)
  const { name, logo_url, brand_css, favicon_url, contact_email } = studio
  return { ...paperOf(invoice), studio: { name, logo_url, brand_css, favicon_url, contact_email } }
}

function paperOf(invoice: InvoiceDetails): Omit<PublicInvoice, 'studio'> {
  const { number, kind, state, currency, net_minor, tax_minor, total_minor, paid_minor, credited_minor } = invoice
  const { open_minor, issued_on, due_on, note, reason, seller, policies, transfer_qr } = invoice
  const { email: _, ...buyer } = invoice.buyer
  return {
    ...{ number, kind, state, currency, net_minor, tax_minor, total_minor, paid_minor, credited_minor, open_minor },
    ...{ issued_on, due_on, note, reason, seller, policies, transfer_qr, buyer },
    lines: invoice.lines.map(({ booking_id: _, ...line }) => line),
  }
}

/** The invoice of a link as a PDF file. */
export async function getPublicPdf(token: string, visit: LinkRequest): Promise<File> {
  const { invoice, studio } = await readLinked(token, visit)
  const { renderInvoice } = await import('../invoice-pdf.tsx')
  const bytes = new Uint8Array(await renderInvoice(invoice, studio))
  return new File([bytes], `${invoice.number?.replaceAll('/', '-')}.pdf`, { type: 'application/pdf' })
}
