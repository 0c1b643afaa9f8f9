import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Mail, toMailOptions } from './message.ts'

/** The offline transport: each email becomes `outbox/<id>.eml` in the data folder. Sending it again replaces the file. */
export function createOutboxFolder(config: { dataDir: string; mailFrom: string; publicUrl: string }): Mail {
  const folder = join(config.dataDir, 'outbox')
  // Links in these emails sign people in, so only the owner may read the folder.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    async send(message) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message: bytes } = await transport.sendMail(toMailOptions(message, config))
      const file = join(folder, `${message.id}.eml`)
      await writeFile(`${file}.part`, bytes, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}
