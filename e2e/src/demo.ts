import type { Page } from '@playwright/test'
import { signInAt } from './fixtures.ts'

const DEMO_PASSWORD = 'studiohub'

/** The users of the demo who visit screens, one of each role, in a dark studio and in a light one. */
const demoPeople = {
  super_admin: 'admin@studiohub.example',
  studio_admin: 'nora@northlight.example',
  staff: 'sam@northlight.example',
  desk: 'dana@northlight.example',
  client: 'cleo@example.com',
  client_of_light: 'mina@example.com',
  partner: 'theo@tapeworks.example',
  waiting: 'pia@example.com',
}

export type DemoPerson = keyof typeof demoPeople

export const isOfDemo = (person: string): person is DemoPerson => person in demoPeople

/** Signs a user of the demo in, on their profile. */
export const signInToDemo = (page: Page, person: DemoPerson) =>
  signInAt(page, demoPeople[person], '/profile', DEMO_PASSWORD)
