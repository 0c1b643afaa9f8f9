import { expect } from 'vitest'
import type { aGoogle } from './google-server.ts'
import type { aMicrosoft } from './microsoft-server.ts'
import type { Person } from './people.ts'

/** A scripted provider of calendars. */
export type OutsideProvider = Awaited<ReturnType<typeof aGoogle>> | Awaited<ReturnType<typeof aMicrosoft>>

type Asking = { person: Person; path: string; resource_id: string }

/** Begins a consent and presses "Allow". @returns what the provider hands to the browser, as our page gets it */
export async function consentAt(provider: OutsideProvider, { person, path, resource_id }: Asking) {
  const begun = await person.post(`${path}/calendar-grants`, { resource_id, kind: provider.kind })
  expect(begun.status).toBe(201)
  return handedOver(provider, begun.body.url)
}

/** Opens the provider's page and presses "Allow". @returns the state and the code */
export async function handedOver(provider: OutsideProvider, page: string) {
  const { searchParams } = new URL(await provider.visit(page))
  return { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' }
}

type Chosen = { name: string; blocks?: boolean; receives?: boolean }

/** Connects calendars of a provider, as the screens do. @returns their ids */
export async function connectByConsent(provider: OutsideProvider, asking: Asking, chosen: Chosen[]): Promise<string[]> {
  const { person, path } = asking
  const grant = await person.post(`${path}/calendar-grants/redeem`, await consentAt(provider, asking))
  expect(grant.status).toBe(200)
  const calendars = chosen.map(({ name, ...uses }) => {
    const found = grant.body.items.find((one: { name: string }) => one.name === name)
    return { url: found.url, label: name, ...uses }
  })
  const connected = await person.post(`${path}/calendar-grants/${grant.body.id}/calendars`, { calendars })
  expect(connected.status).toBe(201)
  return connected.body.items.map(({ id }: { id: string }) => id)
}
