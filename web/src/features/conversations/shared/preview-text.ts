import type { Conversation } from '@studiohub/contract/features/conversations/schema.ts'

/** The beginning of the newest message, or the number of its files. */
export const previewText = ({ last_text, last_files }: Conversation) =>
  last_text || (last_files === 1 ? '1 file' : `${last_files} files`)
