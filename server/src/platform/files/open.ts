import type { Config } from '../config/config.ts'
import { diskFiles } from './disk.ts'
import type { Files } from './files.ts'
import { s3Files } from './s3.ts'

let files: Files | null = null
let quotas: Config['uploads'] | null = null

/** Says where uploads lie and how much room they may take; called once at start. */
export function useFiles(config: Pick<Config, 'dataDir' | 's3' | 'uploads'>): void {
  files = config.s3 ? s3Files(config.s3) : diskFiles(config)
  quotas = config.uploads
}

/** How many megabytes the files of a studio, and those of one client of it, may take. */
export function fileQuotas(): Config['uploads'] {
  if (!quotas) throw new Error('useFiles has not been called')
  return quotas
}

/** Where uploads lie. Never asked while a transaction is open. */
export function theFiles(): Files {
  if (!files) throw new Error('useFiles has not been called')
  return files
}
