import { randomUUID } from 'node:crypto'
import { asLogin } from './database-rows.ts'
import { callAs, type TestClient } from './http.ts'

/** Server setting that lets `callAtHost` choose the host of a request. */
export const behindProxy = { TRUST_PROXY: '1' }

/** Gives a studio a verified domain. @returns the domain */
export async function aProvenDomain(studio_id: string): Promise<string> {
  const custom_domain = `book-${randomUUID().slice(0, 8)}.example`
  const proven = { custom_domain, domain_verified_at: new Date().toISOString() }
  await asLogin((tx) => tx.updateTable('studios').set(proven).where('id', '=', studio_id).execute())
  return custom_domain
}

/** Sends calls like a page on this host. */
export function callAtHost(url: string, host: string, token: string | null): TestClient['request'] {
  const { request } = callAs(url, token)
  const headers = { 'x-forwarded-host': host, 'x-supabase-api-version': '2024-01-01' }
  return (method, path, body, extra) => request(method, path, body, { headers: { ...headers, ...extra?.headers } })
}
