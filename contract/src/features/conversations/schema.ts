import { z } from 'zod'
import { Id, prose } from '../../shared/text.ts'
import { FILES_PER_MESSAGE_MAX, MESSAGE_MAX, writingStates } from './words.ts'

/** A conversation between a studio and a client, in a list. */
export const Conversation = z.object({
  id: Id,
  studio_id: Id,
  client_id: Id,
  client_name: z.string().nullable(),
  /** Null for the general conversation. */
  project_id: Id.nullable(),
  project_title: z.string().nullable(),
  last_message_at: z.string(),
  /** The beginning of the newest message. */
  last_text: z.string(),
  /** How many files the newest message has. */
  last_files: z.number().int(),
  last_from_studio: z.boolean(),
  /** The number of messages from the other side that the caller has not read; at most 99. */
  unread: z.number().int(),
})
export type Conversation = z.infer<typeof Conversation>

export const MessageFile = z.object({
  id: Id,
  name: z.string(),
  content_type: z.string(),
  size_bytes: z.number().int(),
  /**
   * A signed URL. It works for some minutes, only in the same sign-in session, and only while the person may read the
   * conversation.
   */
  url: z.string(),
  /** A small picture; null if the file is not a picture. */
  preview_url: z.string().nullable(),
})
export type MessageFile = z.infer<typeof MessageFile>

export const ConversationMessage = z.object({
  id: Id,
  /** The number of the message in its conversation. */
  seq: z.number().int(),
  from_studio: z.boolean(),
  author_id: Id.nullable(),
  author_name: z.string().nullable(),
  /** Empty for a message with files only. */
  body: z.string(),
  files: z.array(MessageFile),
  created_at: z.string(),
  by_mail: z.boolean(),
  /** The From address, if the email may not be from the client; otherwise null. */
  unproven_from: z.string().nullable(),
})
export type ConversationMessage = z.infer<typeof ConversationMessage>

/** A conversation as the caller sees it, and whether they may write. */
export const ConversationState = z.object({
  client_id: Id,
  client_name: z.string().nullable(),
  unread: z.number().int(),
  writing: z.enum(writingStates),
  /** Whether the studio has blocked the messages of this client. */
  is_blocked: z.boolean(),
})
export type ConversationState = z.infer<typeof ConversationState>

const filesError = `A message has at most ${FILES_PER_MESSAGE_MAX} files`

export const NewMessage = z.strictObject({
  /** May be empty if there are files. */
  body: prose(MESSAGE_MAX),
  /** Files that the caller has uploaded for this client, in their order. */
  file_ids: z.array(Id).max(FILES_PER_MESSAGE_MAX, filesError).optional(),
  /** The project of the conversation; by default the general conversation. */
  project_id: Id.optional(),
})
export type NewMessage = z.infer<typeof NewMessage>

/** 32 hexadecimal digits, with or without hyphens. */
const UploadKey = z
  .string()
  .regex(/^[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$/, 'The key is 32 hexadecimal digits')
  .toLowerCase()

export const NewFile = z.strictObject({
  project_id: Id.optional(),
  /** Chosen by the sender. A repeated upload with the same key is the same file. */
  key: UploadKey,
  file: z.file('Please choose a file'),
})
