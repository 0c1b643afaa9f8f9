import type { Config } from '../platform/config/config.ts'
import type { Manifest } from '../platform/db/backup/manifest.ts'
import { describeContent } from './backup.ts'

/** An account that was deleted, and the time of the deletion (ISO 8601). */
export type Deletion = { user_id: string; deleted_at: string }

/** A client record without an account that a studio erased, and the time of the erasure (ISO 8601). */
export type Erasure = { studio_id: string; client_id: string; erased_at: string }

/** A studio that an operator erased, and the time of the erasure (ISO 8601). */
export type ErasedStudio = { studio_id: string; erased_at: string }

/** The results of a restore that its report contains. */
export type RestoreOutcome = {
  manifest: Manifest
  /** The kinds of emails that were waiting at the time of the backup and will not be sent. */
  unsent: string[]
  /** Accounts that were deleted again, with the roles that no other person has; null if later deletions are unknown. */
  deleted_again: (Deletion & { ended_roles: { role: string; studio_name: string | null }[] })[] | null
  /** Client records that were erased again. */
  erased_again: Erasure[]
  /** Studios that were erased again. */
  erased_studios: ErasedStudio[]
  key_fits: boolean
  /** The folder with the replaced embedded database; null for a database server. */
  replaced: string | null
}

/** Writes the report of a restore for the operator. */
export function describeRestore(path: string, outcome: RestoreOutcome, config: Pick<Config, 'databaseUrl'>): string {
  const { manifest, replaced } = outcome
  const { product_version, taken_at, files } = manifest
  return [
    `Restored from ${path} (version ${product_version}, as of ${taken_at}): ${describeContent(manifest)}, all equal to the backup.`,
    files ? `Uploaded files: ${files.count}.` : 'The backup contains no uploaded files: copy them separately.',
    'Everyone has to sign in again with their password. Sign-in links and codes that were emailed before the restore do not work.',
    ...describeEmails(outcome),
    ...describeJobs(outcome),
    ...describeDeletions(outcome, config),
    ...describeErasures(outcome),
    ...describeStudios(outcome),
    ...describeKey(outcome, config),
    ...(replaced ? [`The replaced database is in ${replaced}. Delete this folder when you no longer need it.`] : []),
  ].join('\n')
}

function describeEmails({ unsent }: RestoreOutcome): string[] {
  if (unsent.length === 0) return []
  return [
    `${unsent.length} emails were waiting when the backup was made (${countEach(unsent)}). They are marked as failed; an operator can ` +
      'send those about sessions again.',
  ]
}

function describeJobs({ manifest }: RestoreOutcome): string[] {
  const jobs = manifest.waiting_jobs
  if (!jobs)
    return ['It is not known which jobs were waiting: the login that made the backup could not read the queue.']
  if (jobs.length === 0) return []
  return [
    'These jobs were waiting when the backup was made, including emails. They will not run:',
    ...jobs.map(({ name, count }) => `  ${count} ${name}`),
  ]
}

function describeDeletions(
  { deleted_again, manifest }: RestoreOutcome,
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
): string[] {
  if (deleted_again === null) {
    const reason = databaseUrl ? 'No other database was named' : 'The replaced database could not be read'
    return [
      `${reason}, so deletions after the backup are not known: accounts and client records that were deleted after ${manifest.taken_at} are back. ` +
        'If the old database answers, restore again into a new one with --erasures-from URL.',
    ]
  }
  if (deleted_again.length === 0) return []
  const lines = deleted_again.flatMap(({ user_id, deleted_at, ended_roles }) => [
    `  ${user_id}, deleted at ${deleted_at}`,
    ...ended_roles.map(({ role, studio_name }) =>
      role === 'super_admin'
        ? '    The platform has no operator now: npm run admin -- create-super-admin EMAIL'
        : `    ${studio_name} has no administrator now: an operator can appoint one.`,
    ),
  ])
  return ['Accounts that were deleted after the backup. They are deleted again:', ...lines]
}

function describeErasures({ erased_again }: RestoreOutcome): string[] {
  if (erased_again.length === 0) return []
  const lines = erased_again.map(({ client_id, erased_at }) => `  ${client_id}, erased at ${erased_at}`)
  return ['Client records that studios erased after the backup. They are erased again:', ...lines]
}

function describeStudios({ erased_studios }: RestoreOutcome): string[] {
  if (erased_studios.length === 0) return []
  const lines = erased_studios.map(({ studio_id, erased_at }) => `  ${studio_id}, erased at ${erased_at}`)
  return ['Studios that were erased after the backup. They are erased again:', ...lines]
}

function describeKey({ key_fits }: RestoreOutcome, { databaseUrl }: Pick<Config, 'databaseUrl'>): string[] {
  if (key_fits) return []
  const keyPlace = databaseUrl ? 'SECRET_KEY' : 'DATA_DIR/secret.key'
  return [
    `SECRET_KEY is not the key of the backup. Put the old one into ${keyPlace}; if it is lost: npm run admin -- reset-keys`,
  ]
}

function countEach(names: string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`).join(', ')
}
