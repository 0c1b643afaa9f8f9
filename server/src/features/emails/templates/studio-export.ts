import { STUDIO_EXPORT_DAYS } from '@studiohub/contract/features/studio-exports/words.ts'
import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type StudioExportData = {
  userName: string
  studioName: string
  /** The person who requested the export. */
  authorName: string
  change: 'requested' | 'ready' | 'failed'
  /** The time as a text; null in jobs of older versions. */
  when: string | null
  /** The page with the exports. */
  url: string
}

const subjects = {
  requested: 'An export of your studio was requested',
  ready: 'Your export is ready',
  failed: 'Your export failed',
}

const paragraphs = {
  requested: ['Only admins can download it. If you did not expect this, remove their role and change your passwords.'],
  ready: ['The file contains personal data of your clients. Keep it in a safe place.'],
  failed: ['We could not create the export. No data was lost. Please request it again.'],
}

/** Tells all admins that an export was requested, or the person who requested it that it is ready or failed. */
export function studioExportEmail(data: StudioExportData, sender: EmailBranding): EmailContent {
  const { userName, studioName, authorName, change, when, url } = data
  const subject = `${subjects[change]}: ${studioName}`
  return {
    sender,
    subject,
    preview: subjects[change],
    heading: subject,
    greetingName: userName,
    paragraphs: paragraphs[change],
    facts: listFacts({
      Studio: studioName,
      Contains: change === 'failed' ? null : 'Bookings, clients, invoices, messages and files',
      'Requested by': authorName,
      When: when,
      'Valid for': change === 'ready' ? `${STUDIO_EXPORT_DAYS} days. Then we delete it.` : null,
    }),
    action: { label: change === 'ready' ? 'Download the export' : 'See exports', url },
    because: `you are an admin of ${studioName}`,
  }
}
