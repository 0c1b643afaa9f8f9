import type { ZodError } from 'zod'

/** The first message of each field that a schema rejects. */
export function fieldMessages(error: ZodError | undefined): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) messages[String(path[0] ?? '')] ??= message
  return messages
}
