import type { ValidationError } from '@orpc/server'
import { AppError, type ErrorCode, type FieldMessages } from '@studiohub/contract/errors.ts'
import { z } from 'zod'

/**
 * The error for an invalid input, with a message for each field. A schema rule can have its own code (such as SLUG_RESERVED),
 * which replaces VALIDATION_FAILED.
 */
export function inputErrorToAppError(error: Pick<ValidationError, 'issues'>): AppError {
  const fields: FieldMessages = {}
  let code: ErrorCode = 'VALIDATION_FAILED'
  for (const issue of error.issues) {
    const path = getPath(issue).join('.')
    const isUnknown = UnknownKeys.safeParse(issue).success
    if (path && !isUnknown && !(path in fields)) fields[path] = issue.message
    const issueWithCode = CodedIssue.safeParse(issue)
    if (issueWithCode.success) code = issueWithCode.data.params.code
  }
  const unknown = unknownFields(error)
  // A form cannot mark unknown fields, so the sentence names them. Errors of known fields come first, because people can
  // correct those.
  if (unknown.length > 0 && Object.keys(fields).length === 0)
    return new AppError(code, {
      fields: Object.fromEntries(unknown.map((name) => [name, UNKNOWN_FIELD])),
      message: `These fields are not supported: ${unknown.map((name) => `'${name}'`).join(', ')}.`,
    })
  for (const name of unknown) fields[name] = UNKNOWN_FIELD
  if (code === 'VALIDATION_FAILED') return new AppError(code, { fields })
  // A rule with its own code has its own sentence, unless there are other problems too.
  const [issue, ...others] = error.issues
  return new AppError(code, { fields, ...(issue && others.length === 0 && { message: issue.message }) })
}
const UNKNOWN_FIELD = 'This field is not supported.'
const UNKNOWN_FIELDS_MAX = 10
const UNKNOWN_NAME_MAX = 60
const UnknownKeys = z.object({ code: z.literal('unrecognized_keys'), keys: z.array(z.string()) })

/** The unknown fields. Callers chose their names, so the response repeats only some, and shortens long ones. */
function unknownFields(error: Pick<ValidationError, 'issues'>): string[] {
  return error.issues
    .flatMap((issue) => {
      const unknownKeys = UnknownKeys.safeParse(issue)
      return unknownKeys.success ? unknownKeys.data.keys.map((key) => [...getPath(issue), key].join('.')) : []
    })
    .slice(0, UNKNOWN_FIELDS_MAX)
    .map((name) => (name.length > UNKNOWN_NAME_MAX ? `${name.slice(0, UNKNOWN_NAME_MAX)}…` : name))
}

const getPath = ({ path = [] }: ValidationError['issues'][number]) =>
  path.map((part) => String(typeof part === 'object' ? part.key : part))
const CodedIssue = z.object({
  params: z.object({
    code: z.enum([
      'SLUG_RESERVED',
      'INVALID_TIME_RANGE',
      'TOO_LONG',
      'INVALID_COLOR',
      'FONT_NOT_ALLOWED',
      'DOMAIN_INVALID',
      'INVALID_ASSET',
    ]),
  }),
})
