import type { Call } from './calls.ts'

type DemoStudio = { call: Call; studio_id: string; client_id: string }

/** Creates reductions: two codes, a package that a client has bought, and a special rate of that client. */
export async function writePrices({ call, studio_id, client_id }: DemoStudio) {
  const path = `/api/v1/studios/${studio_id}`
  await call(`${path}/discounts`, { code: 'WELCOME10', percent: 10, max_uses_per_client: 1 })
  await call(`${path}/discounts`, { code: 'QUIET-MONDAY', amount_minor: 2_500, max_uses: 20 })
  const tenHours = { name: 'Ten hours', minutes: 600, price_minor: 45_000, valid_days: 365, service_types: ['mixing'] }
  const { id: package_id } = await call(`${path}/packages`, tenHours)
  const clientPath = `${path}/clients/${client_id}`
  await call(`${clientPath}/packages`, { package_id })
  const { version } = await call(clientPath, {}, 'GET')
  const rates = [{ service_type: 'mastering', percent_off: 15, hour_minor: null }]
  await call(`${clientPath}/rates`, { rates, version }, 'PUT')
}
