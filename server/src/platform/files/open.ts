import { join } from 'node:path'
import { fileRule } from '@studiohub/contract/shared/files.ts'
import type { FileRule } from '@studiohub/contract/shared/images.ts'
import type { Config } from '../config/config.ts'
import { createSetting } from '../process/setting.ts'
import { createDiskFiles } from './disk.ts'
import type { Files } from './files.ts'
import { createS3Files } from './s3.ts'

type FileStore = { files: Files; quotas: Config['uploads']; scratch: string }

const store = createSetting<FileStore>('setFileStore')

/** Chooses the store of uploads and sets the quotas; called once at start. */
export function setFileStore(config: Pick<Config, 'dataDir' | 's3' | 'uploads'>): void {
  store.set({
    files: config.s3 ? createS3Files(config.s3) : createDiskFiles(config),
    quotas: config.uploads,
    scratch: join(config.dataDir, 'scratch'),
  })
}

/** The limits for one file, for the files of a studio, and for those of one of its clients, in megabytes. */
export const getFileQuotas = (): Config['uploads'] => store.get().quotas

/** A folder for large files that are written before they are stored. A job empties it. */
export const getScratchFolder = (): string => store.get().scratch

/** The rule for an upload, with the operator's limit if one is set. */
export const withOperatorLimit = <Rule extends FileRule>(rule: Rule): Rule =>
  rule.is_set_by_operator ? { ...rule, max_mb: getFileQuotas().file_mb } : rule

/** The rule for files on cards and in messages. */
export const getFileRule = (): FileRule => withOperatorLimit<FileRule>(fileRule)

/** The store of uploads. Never use it while a transaction is open. */
export const getFileStore = (): Files => store.get().files
