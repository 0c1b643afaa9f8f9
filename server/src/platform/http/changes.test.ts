import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aSession, asPerson, confirmAsSeen, declineAsSeen } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin, listAuditEntries, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { type ApiResponse, expectError } from '@studiohub/testing/http.ts'
import { aDraft, aLine, anInvoice, aSoldSession } from '@studiohub/testing/invoices.ts'
import { invitationToken } from '@studiohub/testing/mailbox.ts'
import { aNameServer } from '@studiohub/testing/name-server.ts'
import { operations } from '@studiohub/testing/operations.ts'
import { anOperatorWithSecondFactor } from '@studiohub/testing/operators.ts'
import { PaymentProvider } from '@studiohub/testing/payments.ts'
import {
  aClient,
  aCrewMember,
  aPerson,
  aStudio,
  aSuperAdmin,
  findCrewMember,
  proveAddress,
  type StudioOfTest,
  signIn,
  TEST_PASSWORD,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { aTextGateway } from '@studiohub/testing/text-gateway.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mac } from '#platform/auth/secrets.ts'
import { TERMS_LINK } from '../../features/emails/wording.ts'

let server: TestServer
let fixture: StudioOfTest
const today = todayIn('UTC', new Date())

let provider: PaymentProvider
let names: Awaited<ReturnType<typeof aNameServer>>
let gateway: Awaited<ReturnType<typeof aTextGateway>>
/** Receives webhooks and never answers, so that no delivery ends during a test. */
const silent = createServer()

beforeAll(async () => {
  provider = await PaymentProvider.start()
  names = await aNameServer()
  gateway = await aTextGateway()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const env = { ...provider.env, ...gateway.env, DNS_SERVERS: names.address, OUTBOUND_ALLOW: '127.0.0.1' }
  server = await startServer({ env })
  await recordTransactions()
  fixture = await aStudio(server)
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
  names.stop()
  gateway.stop()
  silent.close()
})

let hour = 0
/** A session at a time that no other test uses. */
const session = () => {
  hour += 1
  const start_time = `${String(8 + (hour % 10)).padStart(2, '0')}:00`
  const end_time = `${String(9 + (hour % 10)).padStart(2, '0')}:00`
  const day = new Date(Date.parse(today) + (14 + 7 * Math.floor(hour / 10)) * 86_400_000).toISOString().slice(0, 10)
  return aSession(today, { booking_date: day, start_time, end_time })
}
const createBooking = () => aBooking(fixture.client, fixture.studio.id, today, session())
const anAmp = async (): Promise<{ id: string }> =>
  (await fixture.admin.post(`/studios/${fixture.studio.id}/resources`, { kind: 'equipment', name: 'Amp' })).body
const aRoleRequest = async () => {
  const person = await proveAddress(await aPerson(server))
  const { body } = await person.post('/me/role-request', { role: 'staff', studio_id: fixture.studio.id })
  return { person, id: body.id }
}

/** Books a time that a client held as a visitor. */
async function bookVisitorHold() {
  const client = await proveAddress(await aClient(server, fixture.studio.id))
  const { booking_date: day, start_time: time } = session()
  const form = { service: 'recording', minutes: 60, day, time, name: 'Vera', email: client.email }
  await fixture.client.post(`/public/studios/${fixture.studio.slug}/visitor-holds`, form)
  const { rows } = await asLogin((tx) =>
    sql<{ id: string }>`update visitor_holds set user_id = ${client.id}::uuid where email = ${client.email}
      returning id`.execute(tx),
  )
  return client.post(`/visitor-holds/${rows[0]?.id}/book`, {})
}

/** A separate studio with terms, because clients of the shared studio book without terms. */
async function aTerms(): Promise<StudioOfTest & { terms: ApiResponse }> {
  const newStudio = await aStudio(server)
  return {
    ...newStudio,
    terms: await newStudio.admin.post(`/studios/${newStudio.studio.id}/terms`, { text: 'Be on time.' }),
  }
}
/** A session that an admin created, so its client has not accepted the terms. */
async function aBookingWithoutTerms() {
  const { admin, client, studio, terms } = await aTerms()
  const { id } = await aBooking(admin, studio.id, today, { client_id: client.id })
  return { id, client, terms_id: terms.body.id }
}

const anAddress = () => `${randomUUID()}@example.com`
const invite = (email: string) =>
  fixture.admin.post(`/studios/${fixture.studio.id}/invitations`, { full_name: 'Ivo Invited', email })

const anIssuedInvoice = (fields = {}) => anInvoice(fixture, { client_id: fixture.client.id, ...fields })
const aPaidInvoice = async () => {
  const { id } = await anIssuedInvoice()
  await fixture.admin.post(`/invoices/${id}/payments`, { amount_minor: 100, method: 'cash' })
  return id
}
const credit = { amount_minor: 100, currency: 'USD', reason: 'Sorry' }
const invoiceChanges: Record<string, () => Promise<ApiResponse>> = {
  'invoices.updateSettings': () =>
    fixture.admin.patch(`/studios/${fixture.studio.id}/invoice-settings`, { footer: 'Bye' }),
  'invoices.create': () =>
    fixture.admin.post(`/studios/${fixture.studio.id}/invoices`, { client_id: fixture.client.id, lines: [aLine(100)] }),
  'invoices.update': async () => {
    const { id } = await aDraft(fixture, { client_id: fixture.client.id })
    return fixture.admin.put(`/invoices/${id}`, { lines: [aLine(200)] })
  },
  'invoices.delete': async () => {
    const { id } = await aDraft(fixture, { client_id: fixture.client.id })
    return fixture.admin.delete(`/invoices/${id}`)
  },
  'invoices.issue': async () => {
    const { id } = await aDraft(fixture, { client_id: fixture.client.id })
    return fixture.admin.post(`/invoices/${id}/issue`)
  },
  'invoices.void': async () =>
    fixture.admin.post(`/invoices/${(await anIssuedInvoice()).id}/void`, { reason: 'Twice' }),
  'invoices.writeOff': async () =>
    fixture.admin.post(`/invoices/${(await anIssuedInvoice()).id}/write-off`, { reason: 'Lost' }),
  'invoices.send': async () => fixture.admin.post(`/invoices/${(await anIssuedInvoice()).id}/send`),
  'invoices.remind': async () => fixture.admin.post(`/invoices/${(await anIssuedInvoice()).id}/remind`),
  'invoices.createPayLink': async () => fixture.admin.post(`/invoices/${(await anIssuedInvoice()).id}/pay-link`),
  'invoices.revokePayLink': async () => {
    const { id } = await anIssuedInvoice()
    await fixture.admin.post(`/invoices/${id}/pay-link`)
    return fixture.admin.delete(`/invoices/${id}/pay-link`)
  },
  'invoices.createPayment': async () =>
    fixture.admin.post(`/invoices/${(await anIssuedInvoice()).id}/payments`, { amount_minor: 100, method: 'cash' }),
  'invoices.createRefund': async () =>
    fixture.admin.post(`/invoices/${await aPaidInvoice()}/refunds`, {
      amount_minor: 100,
      method: 'cash',
      reason: 'Late',
    }),
  'invoices.createCreditNote': async () =>
    fixture.admin.post(`/invoices/${(await anIssuedInvoice()).id}/credit-notes`, { amount_minor: 100, reason: 'Late' }),
  'invoices.createCredit': () =>
    fixture.admin.post(`/studios/${fixture.studio.id}/clients/${fixture.client.id}/credits`, credit),
  'invoices.payOutCredit': async () => {
    const ofClient = `/studios/${fixture.studio.id}/clients/${fixture.client.id}`
    await fixture.admin.post(`${ofClient}/credits`, credit)
    return fixture.admin.post(`${ofClient}/credit-payouts`, { ...credit, method: 'cash' })
  },
  'invoices.createSessionPayment': async () => {
    const { id } = await aSoldSession(fixture, { client_id: fixture.client.id, completed: false })
    return fixture.admin.post(`/bookings/${id}/payments`, { amount_minor: 100, method: 'cash' })
  },
}

/** Calls each operation that changes data once, as a person who may do so. A missing operation fails the test below. */
const changes: Record<string, () => Promise<ApiResponse>> = {
  'profile.update': () => fixture.client.patch('/me/profile', { full_name: 'Cleo Changed' }),
  'profile.switchStudio': async () => {
    const other = await aStudio(server)
    const client = await aClient(server, fixture.studio.id)
    return client.put('/me/studio', { studio_id: other.studio.id })
  },
  'profile.deleteSession': async () => {
    const client = await aClient(server, fixture.studio.id)
    await signIn(server, client)
    const { body } = await client.get('/me/sessions')
    return client.delete(`/me/sessions/${body.items.find((item: { is_current: boolean }) => !item.is_current).id}`)
  },
  'profile.deleteOtherSessions': async () => {
    const client = await aClient(server, fixture.studio.id)
    await signIn(server, client)
    return client.delete('/me/sessions')
  },
  'profile.delete': async () => (await aPerson(server)).post('/me/deletion', { current_password: TEST_PASSWORD }),
  'profile.updateAvatar': async () => fixture.client.upload('PUT', '/me/avatar', await aPhoto()),
  'profile.deleteAvatar': async () => (await aPerson(server)).delete('/me/avatar'),
  'onboarding.create': async () =>
    (await aPerson(server)).post('/me/onboarding', { role: 'client', studio_id: fixture.studio.id }),
  'roles.createRequest': async () =>
    (await aPerson(server)).post('/me/role-request', { role: 'staff', studio_id: fixture.studio.id }),
  'roles.cancelRequest': async () => (await aRoleRequest()).person.delete('/me/role-request'),
  'roles.approveRequest': async () => fixture.admin.post(`/role-requests/${(await aRoleRequest()).id}/approve`),
  'roles.rejectRequest': async () => fixture.admin.post(`/role-requests/${(await aRoleRequest()).id}/reject`),
  'roles.removeClient': async () => {
    const client = await aClient(server, fixture.studio.id)
    const { rows } = await asLogin((tx) =>
      sql<{ id: string }>`select id from user_roles where user_id = ${client.id}`.execute(tx),
    )
    return fixture.admin.delete(`/studios/${fixture.studio.id}/clients/${rows[0]?.id}`)
  },
  'clients.create': () => fixture.admin.post(`/studios/${fixture.studio.id}/clients`, { name: 'Wanda' }),
  'clients.update': () =>
    fixture.admin.patch(`/studios/${fixture.studio.id}/clients/${fixture.other.id}`, { tags: ['vip'] }),
  'clients.updateRates': async () => {
    const path = `/studios/${fixture.studio.id}/clients/${fixture.other.id}`
    const { version } = (await fixture.admin.get(path)).body
    const rates = [{ service_type: null, percent_off: 10, hour_minor: null }]
    return fixture.admin.put(`${path}/rates`, { rates, version })
  },
  'clients.retryEmail': async () => {
    await asLogin((tx) =>
      sql`update client_records set email_bounced_at = now(), bounced_email = 'a@example.com'
        where id = ${fixture.other.id}::uuid and studio_id = ${fixture.studio.id}::uuid`.execute(tx),
    )
    return fixture.admin.post(`/studios/${fixture.studio.id}/clients/${fixture.other.id}/retry-email`)
  },
  'clients.updateTexts': () =>
    fixture.client.put(`/studios/${fixture.studio.id}/clients/${fixture.client.id}/texts`, {
      agreed: true,
      phone: '+49 171 2345678',
    }),
  'clients.merge': async () => {
    const { body } = await fixture.admin.post(`/studios/${fixture.studio.id}/clients`, { name: 'Twice' })
    return fixture.admin.post(`/studios/${fixture.studio.id}/clients/${fixture.other.id}/merge`, { other_id: body.id })
  },
  'clients.invite': async () => {
    await proveAddress(fixture.admin)
    return inviteClient(anAddress())
  },
  'clients.claim': async () => {
    const { person, client_id } = await aClaimant()
    return person.post('/me/claims', { client_id, is_me: true })
  },
  'clients.answerClaim': async () => answerClaim(await aClaimant()),
  'clients.undoClaim': async () => {
    const claimant = await aClaimant()
    await answerClaim(claimant)
    return fixture.admin.post(`/studios/${fixture.studio.id}/clients/${claimant.client_id}/undo-claim`)
  },
  'clients.erase': async () => {
    const { body } = await fixture.admin.post(`/studios/${fixture.studio.id}/clients`, { name: 'Leaving' })
    return fixture.admin.post(`/studios/${fixture.studio.id}/clients/${body.id}/erase`)
  },
  'clients.import': () => importClients(),
  'clients.undoImport': async () => {
    const { body } = await importClients()
    return fixture.admin.post(`/studios/${fixture.studio.id}/client-imports/${body.import.id}/undo`)
  },
  'imports.create': () => importProjects(),
  'imports.undo': async () => {
    const { body } = await importProjects()
    return fixture.admin.post(`/studios/${fixture.studio.id}/imports/${body.import.id}/undo`)
  },
  'studios.updateSender': () =>
    fixture.admin.put(`/studios/${fixture.studio.id}/sender`, { address: `desk@${randomUUID()}.example` }),
  'studios.checkSender': async () => {
    const { name, value } = (await changes['studios.updateSender']?.())?.body.records[0] ?? {}
    names.records.set(name, value)
    return fixture.admin.post(`/studios/${fixture.studio.id}/sender/check`)
  },
  'studios.rotateSenderKey': async () => {
    await changes['studios.updateSender']?.()
    return fixture.admin.post(`/studios/${fixture.studio.id}/sender/rotate-key`)
  },
  'studios.deleteSender': async () => {
    await changes['studios.updateSender']?.()
    return fixture.admin.delete(`/studios/${fixture.studio.id}/sender`)
  },
  'studios.create': async () =>
    (await aSuperAdmin(server)).post('/studios', {
      name: 'New',
      slug: `new-${randomUUID().slice(0, 8)}`,
      type: 'photo',
    }),
  'legalTexts.update': () =>
    fixture.admin.put(`/studios/${fixture.studio.id}/legal-texts`, { imprint: randomUUID(), privacy: '' }),
  'legalTexts.updatePlatform': async () =>
    (await aSuperAdmin(server)).put('/legal-texts', { imprint: randomUUID(), privacy: '', terms: '' }),
  'admin.assignRole': async () =>
    (await aSuperAdmin(server)).post(`/admin/users/${(await aPerson(server)).id}/roles`, { role: 'partner' }),
  'admin.removeRole': async () => {
    const operator = await aSuperAdmin(server)
    const response = await operator.post(`/admin/users/${(await aPerson(server)).id}/roles`, { role: 'partner' })
    return operator.delete(`/admin/roles/${response.body.id}`)
  },
  'admin.suspendUser': async () =>
    (await aSuperAdmin(server)).post(`/admin/users/${(await aPerson(server)).id}/suspend`, {}),
  'admin.liftSuspension': async () => {
    const [operator, { id }] = [await aSuperAdmin(server), await aPerson(server)]
    await operator.post(`/admin/users/${id}/suspend`, {})
    return operator.post(`/admin/users/${id}/lift`)
  },
  'admin.sendTestMessage': async () => (await aSuperAdmin(server)).post('/admin/messages/test'),
  'admin.retryMessage': async () => (await aSuperAdmin(server)).post(`/admin/messages/${await aFailedMail()}/retry`),
  'admin.updateStudio': async () =>
    (await aSuperAdmin(server)).patch(`/admin/studios/${(await aStudio(server)).studio.id}`, { tier: 'starter' }),
  'admin.writeToOwner': async () =>
    (await aSuperAdmin(server)).post(`/admin/studios/${fixture.studio.id}/letters`, { subject: 'Hello', body: 'Hi' }),
  'admin.extendTrial': async () =>
    (await aSuperAdmin(server)).post(`/admin/studios/${(await aStudio(server, { tier: 'trial' })).studio.id}/trial`, {
      days: 7,
      reason: 'asked',
    }),
  'admin.openView': async () =>
    (await anOperatorWithSecondFactor(server)).post(`/admin/studios/${fixture.studio.id}/owner-view`),
  'admin.endView': async () => {
    const operator = await anOperatorWithSecondFactor(server)
    await operator.post(`/admin/studios/${fixture.studio.id}/owner-view`)
    return operator.delete('/admin/owner-view')
  },
  'studios.update': () => fixture.admin.patch(`/studios/${fixture.studio.id}`, { location: 'Berlin' }),
  'dashboards.updateSetup': () => fixture.admin.post(`/studios/${fixture.studio.id}/setup`, { step: 'shared' }),
  'studios.updateAsset': () => showLogo(),
  'studios.deleteAsset': async () => {
    await showLogo()
    return fixture.admin.delete(`/studios/${fixture.studio.id}/assets/logo`)
  },
  'studios.updateDomain': () => aDomain(),
  'studios.deleteDomain': async () => {
    await aDomain()
    return fixture.admin.delete(`/studios/${fixture.studio.id}/domain`)
  },
  'studios.verifyDomain': async () => {
    const { name, value } = (await aDomain()).body.record
    names.records.set(name, value)
    return fixture.admin.post(`/studios/${fixture.studio.id}/domain/verify`)
  },
  'marketing.createContactRequest': () =>
    fixture.client.post('/contact-requests', {
      name: 'Cleo',
      email: fixture.client.email,
      topic: 'demo',
      message: 'Hello',
    }),
  'marketing.createWebinarRegistration': () =>
    fixture.client.post('/webinar-registrations', { webinar: 'first-week', email: fixture.client.email }),
  'resources.create': () =>
    fixture.admin.post(`/studios/${fixture.studio.id}/resources`, { kind: 'equipment', name: 'Amp' }),
  'resources.update': async () => fixture.admin.patch(`/resources/${(await anAmp()).id}`, { name: 'Amplifier' }),
  'resources.delete': async () => fixture.admin.delete(`/resources/${(await anAmp()).id}`),
  'resources.updateOpeningHours': async () => {
    const { body } = await fixture.admin.get(`/studios/${fixture.studio.id}/opening-hours`)
    return fixture.admin.put(`/studios/${fixture.studio.id}/opening-hours`, body)
  },
  'resources.updateServices': async () => {
    const { body } = await fixture.admin.get(`/studios/${fixture.studio.id}/services`)
    const items = body.items.map(({ position, ...service }: { position: number }) => service)
    return fixture.admin.put(`/studios/${fixture.studio.id}/services`, { items })
  },
  'bookings.create': () => fixture.client.post(`/studios/${fixture.studio.id}/bookings`, session()),
  'bookings.createVisitorHold': () => {
    const { booking_date: day, start_time: time } = session()
    const form = { service: 'recording', minutes: 60, day, time, name: 'Vera', email: anAddress() }
    return fixture.client.post(`/public/studios/${fixture.studio.slug}/visitor-holds`, form)
  },
  'bookings.bookVisitorHold': () => bookVisitorHold(),
  'bookings.update': async () =>
    fixture.client.patch(`/bookings/${(await createBooking()).id}`, { notes: 'Bring a piano.' }),
  'bookings.confirm': async () => confirmAsSeen(fixture.admin, (await createBooking()).id),
  'bookings.approveChange': async () => answerChange(await aChangeRequest(), 'approve'),
  'bookings.declineChange': async () => answerChange(await aChangeRequest(), 'decline'),
  'bookings.withdrawChange': async () =>
    fixture.client.post(`/bookings/${(await aChangeRequest()).id}/change-request/withdraw`),
  'bookings.decline': async () => declineAsSeen(fixture.admin, (await createBooking()).id, 'Full'),
  'bookings.cancel': async () => fixture.client.post(`/bookings/${(await createBooking()).id}/cancel`, {}),
  'bookings.complete': async () => fixture.admin.post(`/bookings/${await aPastBooking()}/complete`),
  'bookings.noShow': async () => fixture.admin.post(`/bookings/${await aPastBooking()}/no-show`, {}),
  'bookings.waiveFee': async () =>
    fixture.admin.post(`/bookings/${await aBookingWithFee()}/fee/waive`, { reason: 'Ill' }),
  'bookings.undo': async () => {
    const { id, version } = (await confirmAsSeen(fixture.admin, (await createBooking()).id)).body
    return fixture.admin.post(`/bookings/${id}/undo`, { version })
  },
  'bookings.createBlock': () => {
    const { booking_type, ...time } = session()
    return fixture.admin.post(`/studios/${fixture.studio.id}/blocks`, { ...time, service_type: 'maintenance' })
  },
  'bookings.createSeries': () => fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, weekly()),
  'bookings.updateSeries': async () => fixture.admin.patch(`/booking-series/${await aSeries()}`, { notes: 'Weekly' }),
  'crew.remove': async () => {
    const { role_id } = await findCrewMember(fixture, await aCrewMember(server, fixture))
    return fixture.admin.delete(`/studios/${fixture.studio.id}/crew/${role_id}`)
  },
  'crew.update': async () => {
    const { role_id } = await findCrewMember(fixture, await aCrewMember(server, fixture))
    return fixture.admin.patch(`/studios/${fixture.studio.id}/crew/${role_id}`, { at_desk: true })
  },
  'crew.createAdmin': async () => {
    const { role_id } = await findCrewMember(fixture, await aCrewMember(server, fixture))
    return fixture.admin.post(`/studios/${fixture.studio.id}/admins`, { role_id })
  },
  'crew.deleteAdmin': async () => {
    const { role_id } = await findCrewMember(fixture, await aCrewMember(server, fixture))
    const { body } = await fixture.admin.post(`/studios/${fixture.studio.id}/admins`, { role_id })
    return fixture.admin.delete(`/studios/${fixture.studio.id}/admins/${body.id}`)
  },
  'crew.updateAgent': () => fixture.admin.patch(`/studios/${fixture.studio.id}/ai-agents/prea`, { is_active: false }),
  'invitations.create': () => invite(anAddress()),
  'invitations.resend': async () => fixture.admin.post(`/invitations/${(await invite(anAddress())).body.id}/resend`),
  'invitations.revoke': async () => fixture.admin.delete(`/invitations/${(await invite(anAddress())).body.id}`),
  'invitations.accept': async () => {
    const email = anAddress()
    await invite(email)
    const person = await aPerson(server, { email })
    return person.post(`/invitations/${await invitationToken(server, email)}/accept`)
  },
  'invitations.acceptOwn': async () => {
    const client = await proveAddress(await aClient(server, fixture.studio.id))
    return client.post(`/me/invitations/${(await invite(client.email)).body.id}/accept`)
  },
  'invitations.declineOwn': async () => {
    const client = await proveAddress(await aClient(server, fixture.studio.id))
    return client.post(`/me/invitations/${(await invite(client.email)).body.id}/decline`)
  },
  'notices.read': async () => {
    await aRoleRequest()
    return fixture.admin.post(`/notices/${(await fixture.admin.get('/notices')).body.items[0].id}/read`)
  },
  'notices.readAll': async () => {
    await aRoleRequest()
    return fixture.admin.post('/notices/read')
  },
  'push.updateSettings': () => fixture.admin.put('/me/push/settings', { muted: ['work'], quiet: null }),
  'push.createDevice': () => newDevice(),
  'push.deleteDevice': async () => fixture.admin.delete(`/me/push/devices/${(await newDevice()).body.id}`),
  'subscriptions.update': async () => (await aSuperAdmin(server)).put(await aPlan(), { tier: 'starter' }),
  'subscriptions.createCheckout': async () => fixture.admin.post(`${await aPlan()}/checkout`, { tier: 'pro' }),
  'subscriptions.cancel': async () => (await aSuperAdmin(server)).post(`${await aPlan()}/cancel`),
  'subscriptions.resume': async () => {
    const [operator, plan] = [await aSuperAdmin(server), await aPlan()]
    await operator.post(`${plan}/cancel`)
    return operator.post(`${plan}/resume`)
  },
  'calendarFeeds.create': () => fixture.client.post('/calendar-feeds', { kind: 'person' }),
  'calendarFeeds.delete': async () => {
    const { body } = await fixture.admin.post('/calendar-feeds', { kind: 'studio' })
    return fixture.admin.delete(`/calendar-feeds/${body.id}`)
  },
  'projects.create': () => startProject(),
  'projects.update': async () => fixture.admin.patch(`/projects/${await aProject()}`, { title: 'Day Drive' }),
  'projects.movePhase': async () => fixture.admin.post(`/projects/${await aProject()}/phase`, { direction: 'next' }),
  'board.create': async () => fixture.admin.post('/cards', { project_id: await aProject(), title: 'Record vocals' }),
  'board.update': async () => fixture.admin.patch(`/cards/${await aCard()}`, { title: 'Record strings' }),
  'board.delete': async () => fixture.admin.delete(`/cards/${await aCard()}`),
  'board.move': async () => fixture.admin.post(`/cards/${await aCard()}/move`, { phase: 'production' }),
  'board.createSample': async () => (await aClient(server, fixture.studio.id)).post('/board/sample', {}),
  'board.deleteSample': async () => {
    const client = await aClient(server, fixture.studio.id)
    await client.post('/board/sample', {})
    return client.delete('/board/sample')
  },
  'board.createComment': async () => fixture.admin.post(`/cards/${await aCard()}/comments`, { body: 'Once more' }),
  'board.deleteComment': async () => {
    const comments = `/cards/${await aCard()}/comments`
    const { body } = await fixture.admin.post(comments, { body: 'Once more' })
    return fixture.admin.delete(`${comments}/${body.id}`)
  },
  'board.createFile': async () => fixture.admin.upload('POST', `/cards/${await aCard()}/files`, await aPhoto()),
  'board.deleteFile': async () => {
    const files = `/cards/${await aCard()}/files`
    const { body } = await fixture.admin.upload('POST', files, await aPhoto())
    return fixture.admin.delete(`${files}/${body.id}`)
  },
  'conversations.createMessage': () => write(fixture.admin),
  'conversations.createFile': () => uploadToMessage(),
  'conversations.deleteFile': async () => {
    const { body } = await uploadToMessage()
    return fixture.admin.delete(`/studios/${fixture.studio.id}/message-files/${body.id}`)
  },
  'conversations.updateBlock': async () => {
    const client = await aClient(server, fixture.studio.id)
    return fixture.admin.put(`/studios/${fixture.studio.id}/clients/${client.id}/message-block`, { blocked: true })
  },
  'conversations.read': async () => {
    await write(fixture.admin)
    return fixture.client.post(`${messagesPath()}/read`, { seq: 10_000 })
  },
  ...invoiceChanges,
  'terms.create': async () => (await aTerms()).terms,
  'terms.end': async () => {
    const { admin, terms } = await aTerms()
    return admin.post(`/terms/${terms.body.id}/end`)
  },
  'terms.accept': async () => {
    const { id, client, terms_id } = await aBookingWithoutTerms()
    return client.post(`/bookings/${id}/terms`, { terms_id })
  },
  'terms.acceptPublic': async () => {
    const { id, terms_id } = await aBookingWithoutTerms()
    return fixture.admin.post('/public/booking-terms/accept', { token: `${id}.${mac(TERMS_LINK, id)}`, terms_id })
  },
  'discounts.create': () => fixture.admin.post(`/studios/${fixture.studio.id}/discounts`, aCode('FIRST')),
  'discounts.update': async () => {
    const { body } = await fixture.admin.post(`/studios/${fixture.studio.id}/discounts`, aCode('SECOND'))
    return fixture.admin.patch(`/discounts/${body.id}`, { is_active: false })
  },
  'packages.create': () => fixture.admin.post(`/studios/${fixture.studio.id}/packages`, tenHours),
  'packages.update': async () => fixture.admin.patch(`/packages/${await aPackage()}`, { is_active: false }),
  'packages.sell': () => sellPackage(),
  'packages.end': async () => fixture.admin.post(`/sold-packages/${(await sellPackage()).body.id}/end`),
  'connectedCalendars.create': () => newCalendar(),
  'connectedCalendars.createFromAccount': async () => {
    const { host, resource_id } = await aCalendar()
    const account = { resource_id, url: `http://${host}/`, username: 'sam', password: 'secret' }
    const calendars = [{ url: `http://${host}/sam/`, label: 'Second' }]
    return fixture.admin.post(`/studios/${fixture.studio.id}/calendar-accounts`, { ...account, calendars })
  },
  'connectedCalendars.update': async () =>
    fixture.admin.patch(`/connected-calendars/${(await aCalendar()).id}`, { blocks: false }),
  'connectedCalendars.answerMove': () => answerMove(),
  'connectedCalendars.read': async () => fixture.admin.post(`/connected-calendars/${(await aCalendar()).id}/read`),
  'connectedCalendars.delete': async () =>
    fixture.admin.delete(`/connected-calendars/${(await newCalendar()).body.id}`),
  'webhooks.create': () => newWebhook(),
  'webhooks.update': async () => fixture.admin.patch(`/webhooks/${await aWebhook()}`, { label: 'Second' }),
  'webhooks.delete': async () => fixture.admin.delete(`/webhooks/${await aWebhook()}`),
  'webhooks.rotateSecret': async () => fixture.admin.post(`/webhooks/${await aWebhook()}/rotate-secret`),
  'webhooks.test': async () => fixture.admin.post(`/webhooks/${await aWebhook()}/test`),
  'webhooks.sendAgain': async () => {
    const { body } = await fixture.admin.post(`/webhooks/${await aWebhook()}/test`)
    return fixture.admin.post(`/webhook-deliveries/${body.id}/send-again`)
  },
  'studioExports.create': () => newExport(),
  'studioExports.createLink': async () => {
    const { body } = await newExport()
    await asLogin((tx) =>
      sql`update studio_exports set state = 'ready', ended_at = now(), size_bytes = 1, expires_at = now() + interval '1 day'
        where id = ${body.id}::uuid`.execute(tx),
    )
    return fixture.admin.post(`/studio-exports/${body.id}/link`)
  },
  'apiKeys.create': () => fixture.admin.post(`/studios/${fixture.studio.id}/api-keys`, aKey),
  'apiKeys.createOwn': () => fixture.admin.post('/me/api-keys', aKey),
  'apiKeys.update': async () => fixture.admin.patch(`/api-keys/${await anApiKey()}`, { label: 'Second' }),
  'apiKeys.revoke': async () => fixture.admin.post(`/api-keys/${await anApiKey()}/revoke`),
  'tasks.create': () => fixture.admin.post('/tasks', { title: 'Coil the cables' }),
  'tasks.update': async () => fixture.admin.patch(`/tasks/${await aTask()}`, { title: 'Coil all cables' }),
  'tasks.start': async () => fixture.admin.post(`/tasks/${await aTask()}/start`),
  'tasks.complete': async () => {
    const id = await aTask()
    await fixture.admin.post(`/tasks/${id}/start`)
    return fixture.admin.post(`/tasks/${id}/complete`)
  },
  'checkins.create': async () => checkIn(),
  'checkins.checkout': async () => fixture.admin.post(`/checkins/${(await checkIn()).body.id}/checkout`),
  'checkins.undo': async () => {
    const { id, version } = (await checkIn()).body
    return fixture.admin.post(`/checkins/${id}/undo`, { version })
  },
  'chat.create': () => fixture.client.post('/assistant/messages', { content: 'Hello' }),
  'resources.createPicture': async () => aPicture(),
  'resources.updatePicture': async () =>
    fixture.admin.patch(`/pictures/${(await aPicture()).body.id}`, { alt: 'A piano below a window' }),
  'resources.deletePicture': async () => fixture.admin.delete(`/pictures/${(await aPicture()).body.id}`),
  'resources.createDayOff': async () => aDayOff(),
  'resources.deleteDayOff': async () => fixture.admin.delete(`/days-off/${(await aDayOff()).body.id}`),
  'bookings.cancelSeries': async () => fixture.admin.post(`/booking-series/${await aSeries()}/cancel`, {}),
}

const aDayOff = async () => {
  const path = `/studios/${fixture.studio.id}`
  const person = await fixture.admin.post(`${path}/resources`, { kind: 'person', name: 'Sam' })
  const day = plusDays(today, 9)
  return fixture.admin.post(`${path}/days-off`, { resource_id: person.body.id, first_date: day, last_date: day })
}
const messagesPath = () => `/studios/${fixture.studio.id}/clients/${fixture.client.id}/messages`
const write = (person: TestUser) => person.post(messagesPath(), { body: 'Hello' })
const uploadToMessage = () =>
  fixture.admin.upload(
    'POST',
    `/studios/${fixture.studio.id}/clients/${fixture.client.id}/message-files`,
    Buffer.from('Notes'),
    {
      name: 'notes.txt',
      fields: { key: randomUUID() },
    },
  )
const inviteClient = async (email: string) => {
  const client_id = await aClientRecord(fixture.studio.id, { email })
  return fixture.admin.post(`/studios/${fixture.studio.id}/client-invitations`, { client_ids: [client_id] })
}
/** A client with a proven address that another record of the studio also has. */
async function aClaimant() {
  const person = await proveAddress(await aPerson(server))
  const client_id = await aClientRecord(fixture.studio.id, { email: person.email })
  await person.post('/me/onboarding', { role: 'client', studio_id: fixture.studio.id })
  return { person, client_id }
}
async function answerClaim({ person, client_id }: Awaited<ReturnType<typeof aClaimant>>) {
  await person.post('/me/claims', { client_id, is_me: true })
  const path = `/studios/${fixture.studio.id}/client-claims`
  const { body } = await fixture.admin.get(path)
  const claim = body.items.find((item: { client_id: string }) => item.client_id === client_id)
  return fixture.admin.post(`${path}/${claim.id}/answer`, { approved: true })
}
/** Imports a project that no other test has. */
const importProjects = () =>
  fixture.admin.upload(
    'POST',
    `/studios/${fixture.studio.id}/imports`,
    new TextEncoder().encode(`Title,Client email\nAlbum,${randomUUID()}@example.com`),
    { name: 'projects.csv', type: 'text/csv', fields: { kind: 'projects' } },
  )

const importClients = () => {
  const file = new TextEncoder().encode(`Name,Email\nIda,${randomUUID()}@example.com`)
  return fixture.admin.upload('POST', `/studios/${fixture.studio.id}/client-imports`, file, { type: 'text/csv' })
}
const aPicture = async () =>
  fixture.admin.upload('POST', `/studios/${fixture.studio.id}/pictures`, await aPhoto(), {
    fields: { service_key: 'recording' },
  })
const showLogo = async () => fixture.admin.upload('PUT', `/studios/${fixture.studio.id}/assets/logo`, await aPhoto())
/** Sets a domain that no other test uses. */
const aDomain = () =>
  fixture.admin.put(`/studios/${fixture.studio.id}/domain`, {
    custom_domain: `${randomUUID().slice(0, 8)}.harbour.example`,
  })
const startProject = () =>
  fixture.admin.post('/projects', { title: 'Night Drive', project_type: 'music', client_id: fixture.client.id })
const aProject = async (): Promise<string> => (await startProject()).body.id
const aCard = async (): Promise<string> =>
  (await fixture.admin.post('/cards', { project_id: await aProject(), title: 'Record vocals' })).body.id
// Without a price, because an invoice would write audit entries of its own.
const tenHours = { name: 'Ten hours', minutes: 600, price_minor: 0 }
const aPackage = async () => (await fixture.admin.post(`/studios/${fixture.studio.id}/packages`, tenHours)).body.id
const sellPackage = async () =>
  fixture.admin.post(`/studios/${fixture.studio.id}/clients/${fixture.other.id}/packages`, {
    package_id: await aPackage(),
  })
const aCode = (code: string) => ({ code, percent: 10, amount_minor: null })
const newCalendar = async () => {
  const { port } = silent.address() as AddressInfo
  const path = `/studios/${fixture.studio.id}`
  const { items } = (await fixture.admin.get(`${path}/resources`)).body
  const resource_id = items.find(({ kind }: { kind: string }) => kind === 'room').id
  const input = { resource_id, label: 'First', url: `http://127.0.0.1:${port}/` }
  return fixture.admin.post(`${path}/connected-calendars`, input)
}
/** All tests share one calendar, because a room can have only five. */
let calendar: Promise<ApiResponse> | undefined
async function aCalendar() {
  calendar ??= newCalendar()
  return (await calendar).body
}
/** Answers a session that was deleted in a calendar: the studio puts it back. */
const answerMove = async () => {
  const { id: calendar_id, studio_id, resource_id } = await aCalendar()
  const { id: booking_id } = await createBooking()
  await asLogin((tx) =>
    sql`insert into calendar_copies (calendar_id, studio_id, resource_id, booking_id, object, version, starts_at, ends_at, content, outside_at)
      select ${calendar_id}, ${studio_id}, ${resource_id}, b.id, '', 1, b.starts_at, b.ends_at, '', now() from bookings b
      where b.id = ${booking_id}`.execute(tx),
  )
  const answer = { calendar_id, booking_id, outside_starts_at: null, outside_ends_at: null, accept: false }
  return fixture.admin.post(`/studios/${studio_id}/calendar-moves/answer`, answer)
}
const newWebhook = () => {
  const { port } = silent.address() as AddressInfo
  const input = { label: 'First', url: `http://127.0.0.1:${port}/`, events: ['payment.refunded'] }
  return fixture.admin.post(`/studios/${fixture.studio.id}/webhooks`, input)
}
const aWebhook = async () => (await newWebhook()).body.id
const aKey = { label: 'First', scopes: ['bookings:read'] }
// Only one export can be waiting.
async function newExport() {
  await asLogin((tx) => sql`delete from studio_exports`.execute(tx))
  return fixture.admin.post(`/studios/${fixture.studio.id}/exports`)
}

const anApiKey = async () => (await fixture.admin.post(`/studios/${fixture.studio.id}/api-keys`, aKey)).body.id
const aTask = async () => (await fixture.admin.post('/tasks', { title: 'Coil the cables' })).body.id
const checkIn = async () => {
  const client = await aClient(server, fixture.studio.id)
  return fixture.admin.post(`/studios/${fixture.studio.id}/checkins`, { client_id: client.id })
}
/** @returns the id of an email about a session that could not be sent */
async function aFailedMail(): Promise<string> {
  const booking = await createBooking()
  await stateOfDatabase()
  const { rows } = await asLogin((tx) =>
    sql<{ id: string }>`update booking_messages set state = 'failed', sent_at = null
      where booking_id = ${booking.id} and user_id = ${fixture.client.id} returning id`.execute(tx),
  )
  return rows[0]?.id ?? 'none'
}
const planPath = () => `/studios/${fixture.studio.id}/subscription`
/** Resets the plan of the studio to a trial. @returns the path of the plan */
async function aPlan(): Promise<string> {
  await asLogin((tx) =>
    sql`update studio_subscriptions set tier = 'pro', status = 'trialing', cancel_at_period_end = false
      where studio_id = ${fixture.studio.id}`.execute(tx),
  )
  return planPath()
}

/** A browser that shows the admin's notifications. Nothing is sent to it. */
async function newDevice() {
  const { public_key } = (await fixture.admin.get('/me/push')).body
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
  return fixture.admin.put('/me/push/device', { endpoint: 'https://push.example/one', ...keys, public_key })
}

const answerChange = ({ id, version }: Booking, answer: string) =>
  fixture.admin.post(`/bookings/${id}/change-request/${answer}`, { version })

/** A confirmed session with a client's request for a longer one. */
async function aChangeRequest(): Promise<Booking> {
  const { body } = await confirmAsSeen(fixture.admin, (await createBooking()).id)
  return (await fixture.client.patch(`/bookings/${body.id}`, { booking_date: plusDays(body.booking_date, 1) })).body
}

/** A session whose client cancelled it under a policy that always charges a fee. @returns its id */
async function aBookingWithFee(): Promise<string> {
  const always = { steps: [], late_percent: 50, no_show_percent: 50 }
  const never = { steps: [], late_percent: 0, no_show_percent: 0 }
  const path = `/studios/${fixture.studio.id}`
  await fixture.admin.patch(path, { cancellation_policy: always })
  const { id } = await createBooking()
  await fixture.admin.patch(path, { cancellation_policy: never })
  await fixture.admin.patch(`/bookings/${id}`, { price_minor: 5_000, price_reason: 'Agreed' })
  await confirmAsSeen(fixture.admin, id)
  await fixture.client.post(`/bookings/${id}/cancel`, {})
  return id
}

/** A confirmed session in the past. @returns its id */
async function aPastBooking(): Promise<string> {
  const { id } = await createBooking()
  await confirmAsSeen(fixture.admin, id)
  const past = sql`update bookings set booking_date = '2020-01-01', starts_at = '2020-01-01 10:00Z', ends_at = '2020-01-01 11:00Z'
    where id = ${id}`
  await asLogin((tx) => past.execute(tx))
  return id
}

let week = 0
/** A series of two sessions, at a time that no other test uses. */
const weekly = () => {
  week += 2
  const day = new Date(Date.parse(today) + (200 + 7 * week) * 86_400_000).toISOString().slice(0, 10)
  return aSession(today, { booking_date: day, count: 2 })
}
const aSeries = async () =>
  (await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, weekly())).body.series.id

/** The table of each type of object in the audit log. */
const tableOf: Record<string, string> = {
  owner_view: 'owner_views',
  operator_letter: 'operator_letters',
  studio: 'studios',
  studio_sender: 'studio_senders',
  user_role: 'user_roles',
  profile: 'profiles',
  booking: 'bookings',
  booking_message: 'booking_messages',
  mail_delivery: 'mail_deliveries',
  calendar_feed: 'calendar_feeds',
  notice: 'notices',
  push_settings: 'push_settings',
  push_device: 'push_devices',
  invitation: 'invitations',
  studio_ai_agent: 'studio_ai_agents',
  resource: 'resources',
  booking_series: 'booking_series',
  contact_request: 'contact_requests',
  webinar_registration: 'webinar_registrations',
  session: 'auth.sessions',
  user: 'auth.users',
  invoice: 'invoices',
  invoice_settings: 'invoice_settings',
  invoice_email: 'invoice_emails',
  invoice_link: 'invoice_links',
  payment: 'payments',
  discount: 'discounts',
  terms_version: 'terms_versions',
  terms_acceptance: 'terms_acceptances',
  package: 'packages',
  sold_package: 'sold_packages',
  connected_calendar: 'connected_calendars',
  webhook: 'webhooks',
  webhook_delivery: 'webhook_deliveries',
  api_key: 'api_keys',
  studio_export: 'studio_exports',
  task: 'tasks',
  client_checkin: 'client_checkins',
  import: 'imports',
  client_record: 'client_records',
  text_consent: 'text_consents',
  client_claim: 'client_claims',
  client_invitation: 'client_invitations',
  visitor_hold: 'visitor_holds',
  assistant_message: 'assistant_messages',
  subscription: 'studio_subscriptions',
  project: 'projects',
  card: 'production_cards',
  card_comment: 'card_comments',
  card_file: 'card_files',
  picture: 'pictures',
  day_off: 'days_off',
  legal_text: 'legal_texts',
  message_file: 'message_files',
  conversation_read: 'conversation_reads',
  conversation_message: 'conversation_messages',
}
/** The key of tables without an `id`: the id of their owner. */
const keyColumns: Record<string, string> = {
  studio_subscriptions: 'studio_id',
  studio_senders: 'studio_id',
  owner_views: 'session_id',
  text_consents: 'client_id',
  invoice_settings: 'studio_id',
  push_settings: 'user_id',
}

/**
 * Records which transaction wrote which row, in a table of this test. The `xmin` of a row says it only until a job, which may
 * run at once, writes the row again.
 */
async function recordTransactions(): Promise<void> {
  await asLogin(async (tx) => {
    await sql`create schema recorded`.execute(tx)
    await sql`create table recorded.writes (table_name text, row_key text, transaction text)`.execute(tx)
    await sql`create function recorded.write() returns trigger language plpgsql security definer as $$
      begin
        insert into recorded.writes values (tg_argv[0], to_jsonb(new) ->> tg_argv[1], pg_current_xact_id()::text);
        return null;
      end $$`.execute(tx)
    for (const table of new Set(['audit_log', ...Object.values(tableOf)])) {
      await sql`create trigger recorded_write after insert or update on ${sql.table(table)} for each row
        execute function recorded.write(${sql.lit(table)}, ${sql.lit(keyOf(table))})`.execute(tx)
    }
  })
}

async function hasRow(table: string, key: string | null | undefined): Promise<boolean> {
  const { rows } = await asLogin((tx) =>
    sql`select 1 from ${sql.table(table)} where ${sql.ref(keyOf(table))} = ${key}::uuid`.execute(tx),
  )
  return rows.length > 0
}

/** @returns the transactions that inserted or changed a row */
async function transactionsOf(table: string, key: string | number | null | undefined): Promise<string[]> {
  const { rows } = await asLogin((tx) =>
    sql<{ transaction: string }>`
      select transaction from recorded.writes where table_name = ${table} and row_key = ${String(key)}`.execute(tx),
  )
  return rows.map(({ transaction }) => transaction)
}

const keyOf = (table: string) => keyColumns[table] ?? 'id'

/** Operations that delete the object of their audit entry. */
const deletesRow = [
  'webhooks.delete',
  'connectedCalendars.delete',
  'push.deleteDevice',
  'invoices.delete',
  'checkins.undo',
  'admin.endView',
  'roles.cancelRequest',
  'roles.rejectRequest',
  'resources.delete',
  'profile.deleteSession',
  'resources.deletePicture',
  'resources.deleteDayOff',
  'studios.deleteSender',
  'board.delete',
  'board.deleteComment',
  'board.deleteFile',
  'board.deleteSample',
  'conversations.deleteFile',
]

/**
 * Operations that are not tested here. Some only open a page, compute a price or show a preview. Those of payments need a
 * provider of cards, and those of consents a provider of calendars; their own tests check the audit log.
 */
const excluded = [
  'connectedCalendars.find',
  ...['createGrant', 'renewGrant', 'redeemGrant', 'createFromGrant'].map((name) => `connectedCalendars.${name}`),
  'subscriptions.createPortal',
  'payments.createAccountLink',
  'payments.checkAccount',
  'payments.createCheckout',
  'payments.check',
  'payments.compareBooks',
  'admin.retryReport',
  'payments.payInvoice',
  'payments.checkPaymentOfInvoice',
  'payments.getPaymentOfLink',
  'payments.checkPaymentOfLink',
  'payments.payInvoiceByLink',
  'payments.compareBooks',
  'payments.saveCard',
  'payments.checkSavedCard',
  'payments.removeSavedCard',
  'payments.chargeFee',
  'bookings.quote',
  'bookings.getReductions',
  'bookings.getVisitorHold',
  'invoices.getPublic',
  'invoices.getPublicPdf',
  'terms.getPublic',
  'clients.previewImport',
  'imports.preview',
]

/** Operations of people without an account. Their audit entries have no actor. */
const byVisitors = ['bookings.createVisitorHold', 'terms.acceptPublic']

const changing = operations.filter(({ method, name }) => method !== 'GET' && !excluded.includes(name))

describe('every operation that changes data', () => {
  test('is listed here', () => {
    expect(Object.keys(changes).sort()).toEqual(changing.map(({ name }) => name).sort())
  })

  test.each(changing.map(({ name }) => name))('%s writes one audit entry, in its own transaction', async (name) => {
    const response = await changes[name]?.()
    expect(response?.status).toBeGreaterThanOrEqual(200)
    expect(response?.status).toBeLessThan(300)
    const auditEntries = await listAuditEntries(response?.headers.get('x-request-id') ?? 'none')
    expect(auditEntries).toHaveLength(1)
    const [entry] = auditEntries
    const actor_id = byVisitors.includes(name) ? null : expect.any(String)
    expect(entry).toMatchObject({ outcome: 'done', actor_id, object_id: expect.any(String) })
    expect(entry?.before !== null || entry?.after !== null, 'the entry says what changed').toBe(true)
    expect(JSON.stringify([entry?.before, entry?.after])).not.toMatch(/password|token|refresh_key/)
    const table = tableOf[entry?.object_type ?? '']
    expect(table, `the object of ${entry?.action}`).toBeDefined()
    // A withdrawn or rejected request leaves no row.
    if (deletesRow.includes(name)) expect(await hasRow(table ?? '', entry?.object_id)).toBe(false)
    else if (name === 'profile.deleteOtherSessions') expect(entry?.after).toEqual({ ended: 1 })
    else {
      const [auditTransaction] = await transactionsOf('audit_log', entry?.id)
      expect(await transactionsOf(table ?? '', entry?.object_id)).toContain(auditTransaction)
    }
  })

  test('writes only the entry of the denial if it is denied', async () => {
    const stranger = await aClient(server, fixture.studio.id)
    const { id } = await createBooking()
    const before = await stateOfDatabase()
    expectError(await stranger.post(`/bookings/${id}/cancel`, {}), 'NOT_FOUND')
    expectError(await stranger.patch(`/studios/${fixture.studio.id}`, { name: 'X' }), 'FORBIDDEN')
    expect(await stateOfDatabase()).toEqual(before)
  })
})

describe('the audit log', () => {
  test('cannot be changed or deleted by a request, not even by a super admin', async () => {
    const operator = await aSuperAdmin(server)
    const entries = await asPerson(operator, (tx) => tx.selectFrom('audit_log').select('id').limit(1).execute())
    expect(entries).toHaveLength(1)
    for (const statement of ['update audit_log set action = action', 'delete from audit_log', 'truncate audit_log']) {
      const attempt = asPerson(operator, (tx) => sql.raw(statement).execute(tx))
      await expect(attempt, statement).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('can be read by the studio that it is about, and by no other studio', async () => {
    const rival = await aStudio(server)
    const studiosIn = (person: TestUser) =>
      asPerson(person, (tx) => tx.selectFrom('audit_log').select('studio_id').distinct().execute())
    expect(await studiosIn(fixture.admin)).toEqual([{ studio_id: fixture.studio.id }])
    expect(await studiosIn(rival.admin)).toEqual([{ studio_id: rival.studio.id }])
    expect(await studiosIn(fixture.client)).toEqual([])
  })
})

describe('an Idempotency-Key', () => {
  const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })
  const path = () => `/studios/${fixture.studio.id}/bookings`
  const bookingsOf = async (person: TestUser) =>
    (
      await asLogin((tx) =>
        sql<{ n: number }>`select count(*)::int as n from bookings where client_id = ${person.id}`.execute(tx),
      )
    ).rows[0]?.n

  test('sent five times at once has one effect and one answer', async () => {
    const client = await aClient(server, fixture.studio.id)
    const [key, body] = [randomUUID(), session()]
    const responses = await Promise.all(Array.from({ length: 5 }, () => client.post(path(), body, withKey(key))))
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    for (const response of responses) expect(response.body).toEqual(responses[0]?.body)
    expect(await bookingsOf(client)).toBe(1)
    const auditEntries = await asLogin((tx) =>
      tx.selectFrom('audit_log').select('id').where('object_id', '=', responses[0]?.body.id).execute(),
    )
    expect(auditEntries).toHaveLength(1)
    expect((await client.post(path(), body, withKey(key))).body).toEqual(responses[0]?.body)
  })

  test('is needed: without it, the same request counts as a second one', async () => {
    const client = await aClient(server, fixture.studio.id)
    const body = session()
    expect((await client.post(path(), body)).status).toBe(201)
    expectError(await client.post(path(), body), 'BOOKING_CONFLICT')
  })

  test('cannot be used again for another body, address or studio', async () => {
    const client = await aClient(server, fixture.studio.id)
    const key = randomUUID()
    expect((await client.post(path(), session(), withKey(key))).status).toBe(201)
    expectError(await client.post(path(), session(), withKey(key)), 'IDEMPOTENCY_KEY_REUSED')
    expectError(await client.patch('/me/profile', { full_name: 'Cleo' }, withKey(key)), 'IDEMPOTENCY_KEY_REUSED')
    expect(await bookingsOf(client)).toBe(1)
  })

  test('belongs to one person: other people may use the same key', async () => {
    const [one, two] = [await aClient(server, fixture.studio.id), await aClient(server, fixture.studio.id)]
    const key = randomUUID()
    const first = await one.post(path(), session(), withKey(key))
    const second = await two.post(path(), session(), withKey(key))
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).not.toBe(first.body.id)
    expect(second.body.client_id).toBe(two.id)
  })

  test('of a rejected request can be used again', async () => {
    const client = await aClient(server, fixture.studio.id)
    const [key, body] = [randomUUID(), session()]
    const conflict = await fixture.admin.post(path(), { ...body, client_id: client.id })
    expectError(await client.post(path(), body, withKey(key)), 'BOOKING_CONFLICT')
    await fixture.admin.post(`/bookings/${conflict.body.id}/cancel`, {})
    expect((await client.post(path(), body, withKey(key))).status).toBe(201)
  })

  test('has 1 to 200 characters', async () => {
    const client = await aClient(server, fixture.studio.id)
    expectError(await client.post(path(), session(), withKey('k'.repeat(201))), 'BAD_REQUEST')
    expect((await client.post(path(), session(), withKey('k'.repeat(200)))).status).toBe(201)
  })

  test("works for every call that creates data, including the one that changes its caller's role", async () => {
    const founder = await aPerson(server)
    const input = { role: 'studio_admin', studio_name: 'Once', studio_type: 'photo', tier: 'trial' }
    const key = randomUUID()
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => founder.post('/me/onboarding', input, withKey(key))),
    )
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(responses.map(({ body }) => body.studio_id)).size).toBe(1)
  })
})
