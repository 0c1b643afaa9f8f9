import { authed } from '#platform/http/rpc.ts'
import { retryEmail } from './bounces/service.ts'
import { answerClaim, listClaims, undoClaim } from './claims/answer-claim.ts'
import { claimRecord, listClaimOffers } from './claims/claim-record.ts'
import { inviteClients } from './claims/send-invitations.ts'
import { createClient } from './create-client.ts'
import { eraseClient } from './erase-client.ts'
import * as imports from './imports/service.ts'
import { mergeClient, previewMerge } from './merge-client.ts'
import { getClient, getHistory } from './service.ts'
import * as texts from './texts/service.ts'
import { updateClient } from './update-client.ts'
import { updateRates } from './update-rates.ts'

const { clients } = authed

export const clientsRouter = {
  get: clients.get.handler(({ input, context }) => getClient(context.caller, input)),
  create: clients.create.handler(({ input, context }) => createClient(context.caller, input, context.clock.now())),
  update: clients.update.handler(({ input, context }) => updateClient(context.caller, input, context.clock.now())),
  updateRates: clients.updateRates.handler(({ input, context }) =>
    updateRates(context.caller, input, context.clock.now()),
  ),
  getHistory: clients.getHistory.handler(({ input, context }) => getHistory(context.caller, input)),
  previewMerge: clients.previewMerge.handler(({ input, context }) => previewMerge(context.caller, input)),
  merge: clients.merge.handler(({ input, context }) => mergeClient(context.caller, input, context.clock.now())),
  invite: clients.invite.handler(({ input, context }) => inviteClients(context.caller, input, context.clock.now())),
  listClaims: clients.listClaims.handler(({ input, context }) => listClaims(context.caller, input.studio_id)),
  answerClaim: clients.answerClaim.handler(({ input, context }) =>
    answerClaim(context.caller, input, context.clock.now()),
  ),
  undoClaim: clients.undoClaim.handler(({ input, context }) => undoClaim(context.caller, input, context.clock.now())),
  listClaimOffers: clients.listClaimOffers.handler(({ context }) =>
    listClaimOffers(context.caller, context.clock.now()),
  ),
  claim: clients.claim.handler(({ input, context }) => claimRecord(context.caller, input, context.clock.now())),
  erase: clients.erase.handler(({ input, context }) => eraseClient(context.caller, input, context.clock.now())),
  previewImport: clients.previewImport.handler(({ input, context }) =>
    imports.previewImport(context.caller, input, context.clock.now()),
  ),
  import: clients.import.handler(({ input, context }) =>
    imports.importClients(context.caller, input, context.clock.now()),
  ),
  listImports: clients.listImports.handler(({ input, context }) =>
    imports.listImports(context.caller, input.studio_id),
  ),
  undoImport: clients.undoImport.handler(({ input, context }) =>
    imports.undoImport(context.caller, input, context.clock.now()),
  ),
  retryEmail: clients.retryEmail.handler(({ input, context }) => retryEmail(context.caller, input)),
  getTextOffer: clients.getTextOffer.handler(({ input, context }) => texts.getTextOffer(context.caller, input)),
  getTexts: clients.getTexts.handler(({ input, context }) => texts.getTexts(context.caller, input)),
  updateTexts: clients.updateTexts.handler(({ input, context }) =>
    texts.updateTexts(context.caller, input, context.clock.now()),
  ),
}
