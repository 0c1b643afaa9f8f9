import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createSuperAdmin } from '../commands/super-admin.ts'
import { proveEmail } from '../features/auth/users/queries.ts'
import { verifyAccessToken } from '../platform/auth/tokens.ts'
import type { Config } from '../platform/config/config.ts'
import { asAuth, asSystem } from '../platform/db/actor.ts'
import { createBloomBoard, createNorthlightBoard } from './board.ts'
import { bookBloom, bookNorthlight, createBooker } from './bookings.ts'
import { type Call, callerOn, uploaderOn } from './calls.ts'
import { writeCards } from './cards.ts'
import { setFirstDays } from './dates.ts'
import { NORTHLIGHT_ZONE } from './days.ts'
import { type DemoPerson, demoAccounts as people } from './demo-accounts.ts'
import { writeFees } from './fees.ts'
import { writeInvoices } from './invoices.ts'
import { publishPlatformTexts, publishTerms, writeLegalTexts } from './legal.ts'
import { writeMessages } from './messages.ts'
import { insertPastBookings, inviteCrew } from './people.ts'
import { addPictures, studioPictures, type Upload } from './pictures.ts'
import { setPlanState } from './plans.ts'
import { fillPlatform } from './platform.ts'
import { writePrices } from './prices.ts'
import { setUpBloom, setUpNorthlight } from './resources.ts'
import { createNorthlightDay } from './working-day.ts'

/** The branding of two different studios: one dark and cool, one light and warm. */
const brands = {
  northlight: {
    tagline: 'Rooms that listen',
    brand_colors: JSON.stringify({
      primary: '199 89% 60%',
      secondary: '222 24% 17%',
      background: '224 28% 9%',
      text: '210 30% 97%',
      accent: '174 72% 56%',
    }),
  },
  bloom: {
    tagline: 'Daylight, all day',
    fonts: JSON.stringify({ heading: 'Playfair Display', body: 'DM Sans' }),
    brand_colors: JSON.stringify({
      primary: '14 72% 42%',
      secondary: '32 44% 90%',
      background: '36 54% 97%',
      text: '20 28% 14%',
      accent: '340 62% 40%',
    }),
  },
}

/** Fills an empty database with two busy studios and a few others, mostly through the product's API. */
export async function loadDemo(app: FastifyInstance, config: Config) {
  const host = new URL(config.publicUrl).host
  const callAs = callerOn(app, host)
  const signUp = async ({ full_name, email, password, phone }: DemoPerson): Promise<DemoUser> => {
    const session = await callAs(null)('/auth/v1/signup', { email, password, data: { full_name } })
    // The people of the demo have no mailboxes in which they could confirm their addresses.
    await asAuth((tx) => proveEmail(tx, session.user.id, new Date()))
    const bearer = await verifyAccessToken(session.access_token, new Date())
    if (!bearer) throw new Error('the demo could not be loaded: the token of a new account is not valid')
    const call = callAs(session.access_token)
    if (phone) await call('/api/v1/me/profile', { phone }, 'PATCH')
    return {
      id: session.user.id,
      session_id: bearer.session_id,
      call,
      upload: uploaderOn(app, host, session.access_token),
    }
  }
  const { email, password } = people.operator
  await createSuperAdmin(people.operator, new Date())
  const session = await callAs(null)('/auth/v1/token?grant_type=password', { email, password })
  const operator = callAs(session.access_token)
  await operator('/api/v1/me/profile', { full_name: people.operator.full_name }, 'PATCH')
  const invite = await openNorthlight(operator, signUp)
  await openBloom(operator, signUp)
  await openLapsedStudios(operator, signUp)
  await publishPlatformTexts(operator)
  await fillPlatform({ operator, visitor: callAs(null) })
  await invite(people.mina)
  const theo = await signUp(people.theo)
  await theo.call('/functions/v1/submit-partnership', {
    companyName: 'Tapeworks',
    contactName: people.theo.full_name,
    email: people.theo.email,
    phone: '+49 40 555 0171',
    partnershipType: 'technology',
    message:
      'We service tape machines in studios. We would like to offer a yearly check to the studios on your platform.',
  })
  await theo.call('/api/v1/me/onboarding', { role: 'partner' })
  await setFirstDays()
}

type DemoUser = { id: string; session_id: string; call: Call; upload: Upload }
type SignUp = (person: DemoPerson) => Promise<DemoUser>

async function openNorthlight(operator: Call, signUp: SignUp) {
  const nora = await signUp(people.nora)
  const studio_id = await createStudio(nora.call, {
    studio_name: 'Northlight Recording',
    studio_type: 'recording',
    tier: 'pro',
    timezone: NORTHLIGHT_ZONE,
    currency: 'EUR',
  })
  const address = {
    slug: 'northlight',
    location: 'Kanalstraat 12, Rotterdam',
    contact_email: 'desk@northlight.example',
    contact_phone: '+31 10 555 0142',
  }
  await operator(`/api/v1/studios/${studio_id}`, address, 'PATCH')
  await setBrand(studio_id, brands.northlight, 'Studio B')
  await writeLegalTexts({ call: nora.call, studio_id })
  const cleo = await joinStudio(await signUp(people.cleo), studio_id)
  const ben = await joinStudio(await signUp(people.ben), studio_id)
  const sam = await signUp(people.sam)
  const request = await sam.call('/api/v1/me/role-request', { studio_id, role: 'staff' })
  await nora.call(`/api/v1/role-requests/${request.id}/approve`, {})
  await addDeskPerson({ signUp, nora: nora.call, studio_id })
  await setUpNorthlight({ call: nora.call, studio_id }, sam.id)
  await addPictures(nora.upload, studio_id, studioPictures.northlight)
  await (await signUp(people.pia)).call('/api/v1/me/role-request', { studio_id, role: 'staff' })
  const [project_id] = await createNorthlightBoard({ cleo, ben, sam })
  await bookNorthlight({ nora: nora.call, cleo, ben, studio_id, project_id })
  await createNorthlightDay({ nora, sam, cleo, ben, studio_id, project_id })
  await writeMessages({ nora: nora.call, cleo, ben, sam, studio_id, project_id })
  const history = { studio_id, zone: NORTHLIGHT_ZONE, client_ids: [cleo.id, ben.id] }
  await insertPastBookings(history)
  await writeInvoices({ call: nora.call, ...history })
  await writeCards({ call: nora.call, ...history })
  await writeFees({
    nora: nora.call,
    studio_id,
    ben,
    cleo,
    book: (from, to) => createBooker(ben.call, studio_id, NORTHLIGHT_ZONE)({ days: 2, from, to, service: 'mixing' }),
  })
  await writePrices({ call: nora.call, studio_id, client_id: ben.id })
  await publishTerms({ call: nora.call, studio_id }, 'northlight')
  return (person: DemoPerson) => inviteCrew(nora.call, studio_id, person)
}

/** Adds Dana, who works at the desk. */
async function addDeskPerson({ signUp, nora, studio_id }: { signUp: SignUp; nora: Call; studio_id: string }) {
  const dana = await signUp(people.dana)
  const request = await dana.call('/api/v1/me/role-request', { studio_id, role: 'staff' })
  await nora(`/api/v1/role-requests/${request.id}/approve`, {})
  await nora(`/api/v1/studios/${studio_id}/crew/${request.id}`, { at_desk: true }, 'PATCH')
}

async function openBloom(operator: Call, signUp: SignUp) {
  const hugo = await signUp(people.hugo)
  const studio_id = await createStudio(hugo.call, {
    studio_name: 'Bloom House',
    studio_type: 'photo',
    tier: 'trial',
    timezone: 'Europe/Lisbon',
    currency: 'EUR',
  })
  const address = { slug: 'bloom-house', location: 'Rua das Flores 88, Porto' }
  await operator(`/api/v1/studios/${studio_id}`, address, 'PATCH')
  await setBrand(studio_id, brands.bloom)
  await setUpBloom({ call: hugo.call, studio_id })
  await addPictures(hugo.upload, studio_id, studioPictures.bloom)
  const mina = await joinStudio(await signUp(people.mina), studio_id)
  await bookBloom({ hugo: hugo.call, mina, studio_id })
  await createBloomBoard(mina)
  await setPlanState(studio_id, 'running_trial')
  await publishTerms({ call: hugo.call, studio_id }, 'bloom')
}

/** Creates two small studios whose plans need action. */
async function openLapsedStudios(operator: Call, signUp: SignUp) {
  const ines = await signUp(people.ines)
  const ember_id = await createStudio(ines.call, {
    studio_name: 'Ember Podcasts',
    studio_type: 'podcast',
    tier: 'trial',
    timezone: 'Europe/Lisbon',
    currency: 'EUR',
  })
  const address = {
    slug: 'ember-podcasts',
    location: 'Rua Nova 5, Lisbon',
    contact_email: 'hello@ember.example',
    contact_phone: '+351 21 555 0168',
  }
  await operator(`/api/v1/studios/${ember_id}`, address, 'PATCH')
  await addPictures(ines.upload, ember_id, studioPictures.ember)
  const leo = await joinStudio(await signUp(people.leo), ember_id)
  const session = await createBooker(
    leo.call,
    ember_id,
    'Europe/Lisbon',
  )({ days: 3, from: '10:00', to: '12:00', service: 'podcast_session' })
  await ines.call(`/api/v1/bookings/${session}/confirm`, { version: 1 })
  await setPlanState(ember_id, 'trial')
  const max = await signUp(people.max)
  const slate_id = await createStudio(max.call, {
    studio_name: 'Slate Pictures',
    studio_type: 'video',
    tier: 'starter',
    timezone: 'Europe/Berlin',
    currency: 'EUR',
  })
  await operator(`/api/v1/studios/${slate_id}`, { slug: 'slate-pictures', location: 'Hafenweg 9, Hamburg' }, 'PATCH')
  await addPictures(max.upload, slate_id, studioPictures.slate)
  await setPlanState(slate_id, 'payment')
}

async function createStudio(call: Call, studio: object): Promise<string> {
  const created = await call('/api/v1/me/onboarding', { role: 'studio_admin', ...studio })
  return created.studio_id ?? ''
}

async function joinStudio(person: DemoUser, studio_id: string): Promise<DemoUser> {
  await person.call('/api/v1/me/onboarding', { role: 'client', studio_id })
  return person
}

async function setBrand(studio_id: string, brand: (typeof brands)[keyof typeof brands], secondRoom?: string) {
  await asSystem(async (tx) => {
    await tx.updateTable('studios').set(brand).where('id', '=', studio_id).execute()
    if (secondRoom)
      await tx
        .insertInto('resources')
        .values({ id: randomUUID(), studio_id, kind: 'room', name: secondRoom, position: 1 })
        .execute()
  })
}
