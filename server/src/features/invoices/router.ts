import { authed, publicRoute } from '#platform/http/rpc.ts'
import { createInvoice } from './create-invoice.ts'
import { createCredit, payOutCredit } from './credits/create-credit.ts'
import { createCreditNote } from './credits/create-credit-note.ts'
import { deleteInvoice } from './delete-invoice.ts'
import { sendInvoice, sendReminder } from './emails/send-invoice.ts'
import { issueInvoice } from './issue-invoice.ts'
import * as links from './links/service.ts'
import { createPayment } from './payments/create-payment.ts'
import { createRefund } from './payments/create-refund.ts'
import * as service from './service.ts'
import { createSessionPayment } from './sessions/create-session-payment.ts'
import * as sessions from './sessions/service.ts'
import * as settings from './settings/service.ts'
import { updateInvoice } from './update-invoice.ts'
import { voidInvoice } from './void-invoice.ts'
import { writeOffInvoice } from './write-off-invoice.ts'

const { invoices } = authed

export const invoicesRouter = {
  getSettings: invoices.getSettings.handler(({ input, context }) =>
    settings.getSettings(context.caller, input.studio_id),
  ),
  updateSettings: invoices.updateSettings.handler(({ input, context: { caller, clock } }) =>
    settings.updateSettings(caller, input, clock.now()),
  ),
  list: invoices.list.handler(({ input, context: { caller, clock } }) =>
    service.listInvoices(caller, input, clock.now()),
  ),
  getTotals: invoices.getTotals.handler(({ input, context: { caller, clock } }) =>
    service.getTotals(caller, input.studio_id, clock.now()),
  ),
  get: invoices.get.handler(({ input, context: { caller, clock } }) =>
    service.getInvoice(caller, input.id, clock.now()),
  ),
  getPdf: invoices.getPdf.handler(({ input, context: { caller, clock } }) =>
    service.getPdf(caller, input.id, clock.now()),
  ),
  create: invoices.create.handler(({ input, context: { caller, clock } }) => createInvoice(caller, input, clock.now())),
  update: invoices.update.handler(({ input, context: { caller, clock } }) => updateInvoice(caller, input, clock.now())),
  delete: invoices.delete.handler(({ input, context: { caller, clock } }) =>
    deleteInvoice(caller, input.id, clock.now()),
  ),
  issue: invoices.issue.handler(({ input, context: { caller, clock } }) => issueInvoice(caller, input, clock.now())),
  send: invoices.send.handler(({ input, context: { caller, clock } }) => sendInvoice(caller, input, clock.now())),
  remind: invoices.remind.handler(({ input, context: { caller, clock } }) => sendReminder(caller, input, clock.now())),
  createPayLink: invoices.createPayLink.handler(({ input, context: { caller, clock } }) =>
    links.createPayLink(caller, input.id, clock.now()),
  ),
  revokePayLink: invoices.revokePayLink.handler(({ input, context: { caller, clock } }) =>
    links.revokePayLink(caller, input.id, clock.now()),
  ),
  getPublic: publicRoute.invoices.getPublic.handler(({ input, context: { ip, clock } }) =>
    links.getPublicInvoice(input.token, { ip, now: clock.now() }),
  ),
  getPublicPdf: publicRoute.invoices.getPublicPdf.handler(({ input, context: { ip, clock } }) =>
    links.getPublicPdf(input.token, { ip, now: clock.now() }),
  ),
  void: invoices.void.handler(({ input, context: { caller, clock } }) => voidInvoice(caller, input, clock.now())),
  writeOff: invoices.writeOff.handler(({ input, context: { caller, clock } }) =>
    writeOffInvoice(caller, input, clock.now()),
  ),
  createPayment: invoices.createPayment.handler(({ input, context: { caller, clock } }) =>
    createPayment(caller, input, clock.now()),
  ),
  createRefund: invoices.createRefund.handler(({ input, context: { caller, clock } }) =>
    createRefund(caller, input, clock.now()),
  ),
  createCreditNote: invoices.createCreditNote.handler(({ input, context: { caller, clock } }) =>
    createCreditNote(caller, input, clock.now()),
  ),
  listBillable: invoices.listBillable.handler(({ input, context }) => sessions.listBillable(context.caller, input)),
  getBalance: invoices.getBalance.handler(({ input, context: { caller, clock } }) =>
    service.getBalance(caller, input, clock.now()),
  ),
  getOwnCredit: invoices.getOwnCredit.handler(({ input, context: { caller, clock } }) =>
    service.getOwnCredit(caller, input.studio_id, clock.now()),
  ),
  createCredit: invoices.createCredit.handler(({ input, context: { caller, clock } }) =>
    createCredit(caller, input, clock.now()),
  ),
  payOutCredit: invoices.payOutCredit.handler(({ input, context: { caller, clock } }) =>
    payOutCredit(caller, input, clock.now()),
  ),
  getSessionMoney: invoices.getSessionMoney.handler(({ input, context }) =>
    sessions.getSessionMoney(context.caller, input.id),
  ),
  createSessionPayment: invoices.createSessionPayment.handler(({ input, context: { caller, clock } }) =>
    createSessionPayment(caller, input, clock.now()),
  ),
}
