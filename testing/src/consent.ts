import { expect } from 'vitest'
import type { aGoogle } from './google-server.ts'
import type { aMicrosoft } from './microsoft-server.ts'
import type { TestUser } from './people.ts'

/** A scripted provider of calendars. */
export type OutsideProvider = Awaited<ReturnType<typeof aGoogle>> | Awaited<ReturnType<typeof aMicrosoft>>

type ConsentInput = { person: TestUser; path: string; resource_id: string }

/** Begins a consent and presses "Allow". @returns the parameters with which the provider's page returns to ours */
export async function consentAt(provider: OutsideProvider, { person, path, resource_id }: ConsentInput) {
  const response = await person.post(`${path}/calendar-grants`, { resource_id, kind: provider.kind })
  expect(response.status).toBe(201)
  return allowAccess(provider, response.body.url)
}

/** Opens the provider's page and presses "Allow". @returns the state and the code */
export async function allowAccess(provider: OutsideProvider, page: string) {
  const { searchParams } = new URL(await provider.visit(page))
  return { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' }
}

type ChosenCalendar = { name: string; blocks?: boolean; receives?: boolean }

/** Connects calendars of a provider, as the screens do. @returns their ids */
export async function connectByConsent(
  provider: OutsideProvider,
  consent: ConsentInput,
  chosen: ChosenCalendar[],
): Promise<string[]> {
  const { person, path } = consent
  const grant = await person.post(`${path}/calendar-grants/redeem`, await consentAt(provider, consent))
  expect(grant.status).toBe(200)
  const calendars = chosen.map(({ name, ...uses }) => {
    const calendar = grant.body.items.find((item: { name: string }) => item.name === name)
    return { url: calendar.url, label: name, ...uses }
  })
  const connected = await person.post(`${path}/calendar-grants/${grant.body.id}/calendars`, { calendars })
  expect(connected.status).toBe(201)
  return connected.body.items.map(({ id }: { id: string }) => id)
}
