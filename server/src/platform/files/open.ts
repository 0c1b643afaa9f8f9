import { join } from 'node:path'
import { fileRule } from '@studiohub/contract/shared/files.ts'
import type { FileRule } from '@studiohub/contract/shared/images.ts'
import type { Config } from '../config/config.ts'
import { diskFiles } from './disk.ts'
import type { Files } from './files.ts'
import { s3Files } from './s3.ts'

let files: Files | null = null
let scratch: string | null = null
let quotas: Config['uploads'] | null = null

/** Chooses the store of uploads and sets the quotas; called once at start. */
export function setFileStore(config: Pick<Config, 'dataDir' | 's3' | 'uploads'>): void {
  files = config.s3 ? s3Files(config.s3) : diskFiles(config)
  quotas = config.uploads
  scratch = join(config.dataDir, 'scratch')
}

/** The limits for one file, for the files of a studio, and for those of one of its clients, in megabytes. */
export function fileQuotas(): Config['uploads'] {
  if (!quotas) throw new Error('setFileStore has not been called')
  return quotas
}

/** A folder for large files that are written before they are stored. A job empties it. */
export function scratchFolder(): string {
  if (!scratch) throw new Error('setFileStore has not been called')
  return scratch
}

/** The rule for an upload, with the operator's limit if one is set. */
export const withOperatorLimit = <Rule extends FileRule>(rule: Rule): Rule =>
  rule.is_set_by_operator ? { ...rule, max_mb: fileQuotas().file_mb } : rule

/** The rule for files on cards and in messages. */
export const currentFileRule = (): FileRule => withOperatorLimit<FileRule>(fileRule)

/** The store of uploads. Never use it while a transaction is open. */
export function getFileStore(): Files {
  if (!files) throw new Error('setFileStore has not been called')
  return files
}
