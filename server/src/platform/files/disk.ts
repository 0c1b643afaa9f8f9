import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { FileKey, type Files } from './files.ts'

/** Uploads in the data folder, fetched from under `/files/`. */
export function diskFiles({ dataDir }: { dataDir: string }): Files {
  const disk = new Disk(new FSDriver({ location: join(dataDir, 'files'), visibility: 'private' }))
  return {
    put: (key, bytes) => disk.put(FileKey.parse(key), bytes),
    async get(key) {
      const known = FileKey.parse(key)
      return (await disk.exists(known)) ? disk.getBytes(known) : null
    },
    delete: (key) => disk.delete(FileKey.parse(key)),
    url: (key) => `/files/${FileKey.parse(key)}`,
  }
}
