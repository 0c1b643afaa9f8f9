import type { Config } from '../config.ts'
import { diskFiles } from './disk.ts'
import type { Files } from './files.ts'
import { s3Files } from './s3.ts'

let files: Files | null = null

/** Says where uploads lie; called once at start. */
export function useFiles(config: Pick<Config, 'dataDir' | 's3'>): void {
  files = config.s3 ? s3Files(config.s3) : diskFiles(config)
}

/** Where uploads lie. Never asked while a transaction is open. */
export function theFiles(): Files {
  if (!files) throw new Error('useFiles has not been called')
  return files
}
