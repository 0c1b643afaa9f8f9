import { z } from 'zod'
import { pickErrors, route, uploadRoute } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { Claim, ClaimAnswer, ClaimOffer, ClaimResult, InviteClients, InviteResult, OwnClaim } from './claims/schema.ts'
import { ClientImport, ImportPreview, ImportResult, importRule, UndoResult } from './imports/schema.ts'
import { ClientRates } from './rates/schema.ts'
import { Client, ClientChanges, ClientSummary, HistoryEntry, MergePreview, NewClient } from './schema.ts'
import { TextConsent, TextConsentChange, TextOffer } from './texts/schema.ts'

const AtStudio = z.object({ studio_id: Id })
const OneClient = AtStudio.extend({ client_id: Id })
/** `columns`: the field of each column, separated by commas; by default the headers decide. */
const ClientsFile = z.strictObject({
  studio_id: Id,
  file: z.file('Please choose a file'),
  columns: z.string().max(2_000).optional(),
})

export const clients = {
  /** A client record. This call and all below are for the studio's desk. */
  get: route
    .route({ method: 'GET', path: '/studios/{studio_id}/clients/{client_id}' })
    .input(OneClient)
    .output(Client)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/clients', successStatus: 201 })
    .input(NewClient.extend({ studio_id: Id }))
    .output(Client)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CLIENT_EXISTS')),
  update: route
    .route({ method: 'PATCH', path: '/studios/{studio_id}/clients/{client_id}' })
    .input(ClientChanges.extend({ studio_id: Id, client_id: Id }))
    .output(Client)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CLIENT_EXISTS', 'CLIENT_OWNS_ADDRESS', 'STALE_VERSION')),
  /** Replaces a client's own rates. For admins. Booked sessions keep their price. */
  updateRates: route
    .route({ method: 'PUT', path: '/studios/{studio_id}/clients/{client_id}/rates' })
    .input(OneClient.extend({ rates: ClientRates, version: z.number().int() }))
    .output(Client)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION')),
  /** A client's history at the studio: totals and events, the newest first. `user_id` may be the record's id. */
  getHistory: route
    .route({ method: 'GET', path: '/studios/{studio_id}/clients/{user_id}/history' })
    .input(PageQuery.extend({ studio_id: Id, user_id: Id }))
    .output(
      pageOf(HistoryEntry).extend({
        summary: ClientSummary.extend({ cancelled: z.number().int(), no_shows: z.number().int() }),
      }),
    )
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Shows what merging another record into this one would change. Changes nothing. */
  previewMerge: route
    .route({ method: 'GET', path: '/studios/{studio_id}/clients/{client_id}/merge' })
    .input(OneClient.extend({ other_id: Id }))
    .output(MergePreview)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CLIENT_HAS_ACCOUNT')),
  /** Moves all data of `other_id` to this client and deletes that record, which must have no account. */
  merge: route
    .route({ method: 'POST', path: '/studios/{studio_id}/clients/{client_id}/merge' })
    .input(OneClient.extend({ other_id: Id }))
    .output(Client)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CLIENT_HAS_ACCOUNT', 'ALREADY_CHECKED_IN', 'STALE_VERSION')),
  /**
   * Invites clients without an account to claim their records. The answer does not reveal whether an address has an account.
   */
  invite: route
    .route({ method: 'POST', path: '/studios/{studio_id}/client-invitations', successStatus: 201 })
    .input(InviteClients.safeExtend({ studio_id: Id }))
    .output(InviteResult)
    .errors(
      pickErrors(
        'FORBIDDEN',
        'NOT_FOUND',
        'STUDIO_NOT_AVAILABLE',
        'CLIENT_HAS_ACCOUNT',
        'ADDRESS_NOT_PROVEN',
        'CLAIM_OPEN',
      ),
    ),
  /** Claims that wait for the studio's answer. */
  listClaims: route
    .route({ method: 'GET', path: '/studios/{studio_id}/client-claims' })
    .input(AtStudio)
    .output(z.object({ items: z.array(Claim) }))
    .errors(pickErrors('FORBIDDEN')),
  /** Answers a claim: accepting opens the record's history to the account, declining ends the claim. */
  answerClaim: route
    .route({ method: 'POST', path: '/studios/{studio_id}/client-claims/{id}/answer' })
    .input(z.strictObject({ studio_id: Id, id: Id, approved: z.boolean({ error: 'Please answer yes or no' }) }))
    .output(z.object({ id: Id }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'ALREADY_CHECKED_IN', 'STALE_VERSION')),
  /** Separates the account from a record that it claimed. */
  undoClaim: route
    .route({ method: 'POST', path: '/studios/{studio_id}/clients/{client_id}/undo-claim' })
    .input(OneClient)
    .output(Client)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /**
   * Records at the caller's studio without an account that have the caller's proven address, and the caller's open claim.
   */
  listClaimOffers: route
    .route({ method: 'GET', path: '/me/claims' })
    .output(z.object({ items: z.array(ClaimOffer), open: z.array(OwnClaim) }))
    .errors(pickErrors('NO_ACTIVE_ROLE')),
  /** The answer to "Are you this client?". */
  claim: route
    .route({ method: 'POST', path: '/me/claims' })
    .input(ClaimAnswer)
    .output(ClaimResult)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'ALREADY_CHECKED_IN')),
  /**
   * Erases a record without an account: deletes the person's data and cancels future sessions. Past sessions stay in the
   * figures. For admins.
   */
  erase: route
    .route({ method: 'POST', path: '/studios/{studio_id}/clients/{client_id}/erase' })
    .input(OneClient)
    .output(z.object({ id: Id, cancelled: z.number().int() }))
    .errors(pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'NOT_FOUND', 'CLIENT_HAS_ACCOUNT')),
  /** Shows what importing this CSV file would change. Changes nothing. */
  previewImport: uploadRoute
    .meta({ upload: importRule })
    .route({ method: 'POST', path: '/studios/{studio_id}/client-imports/preview' })
    .input(ClientsFile)
    .output(ImportPreview)
    .errors(pickErrors('FORBIDDEN')),
  /** Adds the clients of a CSV file that the studio does not have yet. Importing the same file again adds none. */
  import: uploadRoute
    .meta({ upload: importRule })
    .route({ method: 'POST', path: '/studios/{studio_id}/client-imports', successStatus: 201 })
    .input(ClientsFile)
    .output(ImportResult)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** The newest imports, at most 20. */
  listImports: route
    .route({ method: 'GET', path: '/studios/{studio_id}/client-imports' })
    .input(AtStudio)
    .output(z.object({ items: z.array(ClientImport) }))
    .errors(pickErrors('FORBIDDEN')),
  /** Deletes the clients that an import added, except those who have been booked or have an account since. */
  undoImport: route
    .route({ method: 'POST', path: '/studios/{studio_id}/client-imports/{id}/undo' })
    .input(AtStudio.extend({ id: Id }))
    .output(UndoResult)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'IMPORT_UNDONE', 'IMPORT_TOO_OLD')),
  /** Sends emails again to an address that bounced. */
  retryEmail: route
    .route({ method: 'POST', path: '/studios/{studio_id}/clients/{client_id}/retry-email' })
    .input(OneClient)
    .output(Client)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Whether the studio can send reminders by text message. */
  getTextOffer: route
    .route({ method: 'GET', path: '/studios/{studio_id}/texts' })
    .input(AtStudio)
    .output(TextOffer)
    .errors(pickErrors('FORBIDDEN')),
  /** Whether a client agreed to text messages. For the desk and for the client. */
  getTexts: route
    .route({ method: 'GET', path: '/studios/{studio_id}/clients/{client_id}/texts' })
    .input(OneClient)
    .output(TextConsent)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Records that a client agreed to text messages, or that they no longer agree. */
  updateTexts: route
    .route({ method: 'PUT', path: '/studios/{studio_id}/clients/{client_id}/texts' })
    .input(TextConsentChange.extend({ studio_id: Id, client_id: Id }))
    .output(TextConsent)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'TEXTS_NOT_OFFERED')),
}
