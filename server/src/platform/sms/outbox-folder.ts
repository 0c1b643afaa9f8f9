import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sms } from './message.ts'

/** The offline transport: each message becomes `outbox/<id>.txt` in the data folder, with its number in the first line. */
export function createOutboxFolder({ dataDir }: { dataDir: string }): Sms {
  const folder = join(dataDir, 'outbox')
  // Codes in these messages sign people in, so only the owner may read the folder.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    async send({ id, to, text }) {
      const file = join(folder, `${id}.txt`)
      await writeFile(`${file}.part`, `To: ${to}\n\n${text}\n`, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}
