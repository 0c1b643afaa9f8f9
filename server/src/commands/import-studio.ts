import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { computeInvitationExpiry } from '@studiohub/contract/features/invitations/rules.ts'
import { isReservedSlug, slugPattern } from '@studiohub/contract/shared/slug-pattern.ts'
import { sealToken, sendInvitation } from '../features/emails/invitation-jobs.ts'
import { randomSecret, sha256 } from '../platform/auth/secrets.ts'
import { asSystem } from '../platform/db/actor.ts'
import { findFileType } from '../platform/files/file-type.ts'
import { getFileQuotas, getFileStore } from '../platform/files/open.ts'
import { enqueue } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/process/log.ts'
import { StartError } from '../platform/process/start-error.ts'
import {
  filesToStore,
  type LoadedStudio,
  loadStudio,
  type NewInvitation,
  type PreparedStudio,
  prepareStudio,
} from '../platform/studio-copy/load-studio-copy.ts'
import type { CrewMember } from '../platform/studio-copy/manifest.ts'
import { openStudioCopy, type StudioCopy } from '../platform/studio-copy/read-studio-copy.ts'

const MB = 1024 * 1024
const SECRET_BYTES = 24

type ImportOptions = {
  /** The URL of the database. */
  url: string
  file: string
  /** A new slug for the studio, if its former one is taken. */
  slug?: string | undefined
  /** Whether to email the crew their invitations. */
  invite: boolean
  now: Date
  log: Pick<Log, 'error'>
  /** Makes the new ids predictable. Only for tests. */
  secret?: string
}

/**
 * Imports an exported studio with new ids. It is paused until its admin or an operator opens it. People who worked at it are
 * invited, and clients become records without an account.
 * @returns a report for the operator, and the studio
 * @throws StartError with a sentence for the operator; then nothing has changed
 */
export async function importStudio(options: ImportOptions): Promise<{ report: string; studio: LoadedStudio }> {
  const { url, invite, now, log, secret } = options
  const path = resolve(options.file)
  const slug = options.slug?.replace(/^\//, '')
  if (slug !== undefined) requireSlug(slug)
  const largestFile = getFileQuotas().file_mb * MB
  const copy = await openStudioCopy(path, Math.max(largestFile, 32 * MB))
  try {
    const target = { url, path, slug, ...(secret !== undefined && { secret }) }
    const preparedStudio = await prepareStudio(copy, target)
    const invitations = copy.people.map((person) => ({ ...toInvitation(person), secret: randomSecret(SECRET_BYTES) }))
    const invitationRows = invitations.map(({ secret: token, ...invitation }) => ({
      ...invitation,
      token_hash: sha256(token),
    }))
    const loadOptions = { ...target, invitations: invitationRows, expires_at: computeInvitationExpiry(now) }
    const studio = await storeAndLoad(copy, preparedStudio, loadOptions)
    // The studio is imported, so a failure of the emails is reported and undoes nothing.
    const areInvitationsQueued =
      invite &&
      (await queueInvitations(invitations).then(
        () => true,
        (err) => {
          log.error({ err }, 'the invitations of an imported studio could not be queued')
          return false
        },
      ))
    const importedStudio = { ...studio, files: filesToStore(copy, preparedStudio).length }
    return { report: describeImport(copy, importedStudio, { invite, areInvitationsQueued }), studio }
  } finally {
    copy.close()
  }
}

function requireSlug(slug: string) {
  if (isReservedSlug(slug)) throw new StartError(`/${slug} is reserved. Choose another slug.`)
  if (!slugPattern.test(slug))
    throw new StartError(`/${slug} cannot be the URL of a studio. Use 3 to 60 lower-case letters, digits and hyphens.`)
}

/** Stores the files and loads the rows. If one fails, deletes the stored files. */
async function storeAndLoad(copy: StudioCopy, prepared: PreparedStudio, loadOptions: Parameters<typeof loadStudio>[2]) {
  const storedKeys: string[] = []
  try {
    await storeFiles(copy, prepared, loadOptions.path, storedKeys)
    return await loadStudio(copy, prepared, loadOptions)
  } catch (error) {
    for (const key of storedKeys) await getFileStore().delete(key)
    throw error
  }
}

const toInvitation = ({ email, full_name, at_desk }: CrewMember): Omit<NewInvitation, 'token_hash'> => ({
  id: randomUUID(),
  email: email.toLowerCase(),
  full_name: full_name ?? email.split('@')[0] ?? email,
  at_desk,
})

const extensionTypes: Record<string, string[]> = {
  jpg: ['image/jpeg'],
  png: ['image/png'],
  webp: ['image/webp'],
  pdf: ['application/pdf'],
  mp3: ['audio/mpeg'],
  wav: ['audio/wav'],
  flac: ['audio/flac'],
  m4a: ['audio/mp4', 'video/mp4'],
  mp4: ['video/mp4', 'audio/mp4'],
  zip: ['application/zip'],
  txt: ['text/plain'],
}

/**
 * Checks every file, and stores the files to which a row refers, under their new keys. No user can read them before the rows
 * are loaded.
 */
async function storeFiles(copy: StudioCopy, prepared: PreparedStudio, path: string, storedKeys: string[]) {
  const { ids, studio_id } = prepared
  const referencedKeys = new Set(filesToStore(copy, prepared))
  for (const key of copy.fileKeys) {
    const newKey = ids.newText(key)
    // Without this check, the file could replace a file of another studio.
    if (!newKey.split('/').includes(studio_id))
      throw new StartError(`${path} was rejected: files/${key} does not belong to its studio. Nothing was changed.`)
    const bytes = await copy.readFile(key)
    const type = findFileType(bytes)
    const allowed = extensionTypes[key.split('.').at(-1) ?? ''] ?? []
    if (type === null || !allowed.includes(type))
      throw new StartError(`${path} was rejected: files/${key} is not what its name says. Nothing was changed.`)
    if (!referencedKeys.has(key)) continue
    storedKeys.push(newKey)
    await getFileStore().put(newKey, bytes)
  }
}

async function queueInvitations(invitations: { id: string; secret: string }[]) {
  await asSystem(async (tx) => {
    for (const { id, secret } of invitations)
      await enqueue(tx, sendInvitation, { invitation_id: id, sealed_token: sealToken(secret) })
  })
}

type ImportedStudio = LoadedStudio & { files: number }
type EmailResult = { invite: boolean; areInvitationsQueued: boolean }

function describeEmails({ invite, areInvitationsQueued }: EmailResult): string {
  if (areInvitationsQueued) return 'Their emails were queued.'
  const result = invite
    ? 'Their emails could not be queued. Do not import the studio again.'
    : 'Without --invite, no emails were sent.'
  return `${result} Its admin can send them under Crew ("Send again").`
}

function describeImport(
  { manifest, people, fileKeys }: StudioCopy,
  { slug, rows, files }: ImportedStudio,
  emails: EmailResult,
): string {
  const skippedFiles = fileKeys.length - files
  const admins = people.filter(({ role }) => role === 'studio_admin').map(({ email }) => email)
  return `${manifest.studio.name} was imported as /${slug}: ${rows} rows of ${manifest.tables.length} tables, ${files} files.${skippedFiles > 0 ? ` ${skippedFiles} files were left out, because no row refers to them.` : ''}
It is paused. Clients can book again after an operator or its admin opens it.
Crew members invited: ${people.length}. ${describeEmails(emails)}
Its admins were: ${admins.join(', ') || 'none'}. After they sign up, assign one of them the admin role under Users.
Clients are records without an account. Connect its domain, calendars, cards, webhooks and keys again.`
}
