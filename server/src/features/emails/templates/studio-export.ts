import type { EmailContent, Sender } from '../render-email.tsx'

export type StudioExportData = {
  userName: string
  /** Who requested it. */
  makerName: string
  change: 'requested' | 'ready' | 'failed'
  /** The page with the exports. */
  url: string
}

const subjects = {
  requested: 'An export of your studio was requested',
  ready: 'Your export is ready',
  failed: 'Your export failed',
}

/** An export of everything of a studio: requested, for all admins; ready or failed, for the person who requested it. */
export function studioExport({ userName, makerName, change, url }: StudioExportData, sender: Sender): EmailContent {
  const paragraphs = {
    requested: [
      `${makerName} requested an export of everything of ${sender.name}: bookings, clients, invoices, messages and files. Only admins can download it.`,
      'If you did not expect this, remove their role and change your passwords.',
    ],
    ready: [
      `Everything of ${sender.name} is in one ZIP file. You can download it for seven days. Then we delete it.`,
      'The file contains personal data of your clients. Keep it in a safe place.',
    ],
    failed: [`We could not write the export of ${sender.name}. Nothing was lost. Please request it again.`],
  }
  return {
    sender,
    subject: `${subjects[change]}: ${sender.name}`,
    preview: subjects[change],
    heading: `Hello ${userName}`,
    paragraphs: paragraphs[change],
    action: { label: 'See exports', url },
    small: ['You receive this email because you are an admin of this studio.'],
  }
}
