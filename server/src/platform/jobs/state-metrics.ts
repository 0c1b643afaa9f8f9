import { Gauge } from 'prom-client'
import type { Engine } from '../db/engine.ts'
import { lastBackupQuery } from '../db/last-backup.ts'
import { registry } from '../process/measures.ts'
import { getOpenStreams } from '../realtime/streams.ts'
import { QUEUE_SCHEMA } from './jobs.ts'

const createGauge = (name: string, help: string, labelNames: string[] = []) =>
  new Gauge({ name, help, labelNames, registers: [registry] })

const jobs = createGauge('studiohub_jobs', 'Jobs by state; "waiting" are due, "scheduled" are for later.', ['state'])
const oldestJob = createGauge('studiohub_oldest_waiting_job_seconds', 'How long the oldest due job has waited.')
const connections = createGauge('studiohub_database_connections', 'Connections of the pool by state.', ['state'])
const streams = createGauge('studiohub_open_streams', 'Browsers that listen for live changes in this process.')
const backupAge = createGauge('studiohub_backup_age_seconds', 'Time since the last backup; -1 if none was written.')
const domains = createGauge('studiohub_domains', 'Domains of studios by state.', ['state'])

const jobStates = ['waiting', 'scheduled', 'active', 'failed'] as const
const domainStates = ['proven', 'missing', 'unproven'] as const

/** Updates the gauges from this process and the database. Called whenever the metrics are read. */
export async function measureState(engine: Engine): Promise<void> {
  streams.set(getOpenStreams().size)
  const { open, idle, waiting } = engine.connections()
  connections.set({ state: 'open' }, open)
  connections.set({ state: 'idle' }, idle)
  connections.set({ state: 'waiting' }, waiting)
  const [jobRows, domainRows, backupRows] = await Promise.all([
    engine.execute(jobsQuery),
    engine.execute(domainsQuery),
    engine.execute(lastBackupQuery),
  ])
  for (const state of jobStates) jobs.set({ state }, 0)
  for (const { state, count } of jobRows.rows) jobs.set({ state: String(state) }, Number(count))
  const waitingRow = jobRows.rows.find(({ state }) => state === 'waiting')
  oldestJob.set(Number(waitingRow?.['oldest_seconds'] ?? 0))
  for (const state of domainStates) domains.set({ state }, 0)
  for (const { state, count } of domainRows.rows) domains.set({ state: String(state) }, Number(count))
  backupAge.set(Number(backupRows.rows[0]?.['seconds'] ?? -1))
}

const jobsQuery = `
  select case when state in ('created', 'retry') then case when start_after <= now() then 'waiting' else 'scheduled' end
    else state::text end as state, count(*)::int as count,
    extract(epoch from now() - min(start_after))::float8 as oldest_seconds
  from ${QUEUE_SCHEMA}.job where state in ('created', 'retry', 'active', 'failed') group by 1`

const domainsQuery = `
  select case when domain_verified_at is null then 'unproven' when domain_missing_since is not null then 'missing'
    else 'proven' end as state, count(*)::int as count
  from public.studios where custom_domain is not null group by 1`
