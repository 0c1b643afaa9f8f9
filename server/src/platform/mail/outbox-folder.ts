import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { composed, type Mail } from './message.ts'

/** The offline way out: each message becomes `outbox/<id>.eml` in the data folder; sent again it replaces itself. */
export function outboxFolder(config: { dataDir: string; mailFrom: string; publicUrl: string }): Mail {
  const folder = join(config.dataDir, 'outbox')
  // Links in these mails sign people in: the folder is its owner's alone.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(composed(message, config))
      const file = join(folder, `${message.id}.eml`)
      await writeFile(`${file}.part`, bytes, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}
