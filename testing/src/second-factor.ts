import { createHmac } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type ApiResponse, callAs } from './http.ts'

const PERIOD_SECONDS = 30
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const WAIT_MAX_MS = 60_000

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of an authenticator app at an instant (RFC 6238), implemented independently of the server's library. */
export function appCode(secret: string, at: Date, stepsLater = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 1000 / PERIOD_SECONDS) + stepsLater))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

/** A six-digit code that is not valid around an instant. */
export function wrongCode(secret: string, at: Date): string {
  const validCodes = [-2, -1, 0, 1, 2].map((steps) => appCode(secret, at, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !validCodes.includes(code)) ?? ''
}

/** A text message as received. */
export type Text = { file: string; text: string; code: string }

/** All text messages to a number in the outbox, oldest first. */
export function textsTo(server: { outbox: string }, phone: string): Text[] {
  if (!existsSync(server.outbox)) return []
  return readdirSync(server.outbox)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => ({ file, at: statSync(join(server.outbox, file)).mtimeMs }))
    .sort((a, b) => a.at - b.at)
    .map(({ file }) => ({ file, text: readFileSync(join(server.outbox, file), 'utf8') }))
    .filter(({ text }) => text.startsWith(`To: ${phone}\n`))
    .map(({ file, text }) => ({ file, text, code: /code is (\d{6})\./.exec(text)?.[1] ?? '' }))
}

/** Waits for a text message to a number, ignoring those already seen. */
export async function nextText(server: { outbox: string }, phone: string, seen: readonly Text[] = []): Promise<Text> {
  const until = Date.now() + WAIT_MAX_MS
  while (Date.now() < until) {
    const newText = textsTo(server, phone).find(({ file }) => !seen.some((known) => known.file === file))
    if (newText) return newText
    await wait(20)
  }
  throw new Error(`no text message came to ${phone}`)
}

/** Calls the auth service as a user, with the newer error format. */
export function authAs(server: { url: string }, token: string | null) {
  const caller = callAs(server.url, token)
  return (method: string, path: string, body?: unknown): Promise<ApiResponse> =>
    caller.request(method, `/auth/v1${path}`, body, { headers: { 'x-supabase-api-version': '2024-01-01' } })
}

export type AppFactor = { factor_id: string; secret: string; token: string; refresh_token: string }

/** Adds an authenticator app to a user over the API; their session then has the higher assurance level. */
export async function anAppFactor(
  server: { url: string },
  token: string,
  at: Date,
  friendly_name = 'App',
): Promise<AppFactor> {
  const call = authAs(server, token)
  const enrolled = await call('POST', '/factors', { factor_type: 'totp', friendly_name })
  if (enrolled.status !== 200) throw new Error(`enrolling failed: ${JSON.stringify(enrolled.body)}`)
  const { id, totp } = enrolled.body
  const verified = await confirmByApp(server, { token, factor_id: id, secret: totp.secret }, at)
  const { access_token, refresh_token } = verified.body
  return { factor_id: id, secret: totp.secret, token: access_token, refresh_token }
}

/** Confirms a challenge with an app's code. @param stepsLater uses a later code than the last one */
export async function confirmByApp(
  server: { url: string },
  { token, factor_id, secret }: { token: string; factor_id: string; secret: string },
  at: Date,
  stepsLater = 0,
): Promise<ApiResponse> {
  const call = authAs(server, token)
  const { body } = await call('POST', `/factors/${factor_id}/challenge`)
  const code = appCode(secret, at, stepsLater)
  const response = await call('POST', `/factors/${factor_id}/verify`, { challenge_id: body.id, code })
  if (response.status !== 200) throw new Error(`verifying failed: ${JSON.stringify(response.body)}`)
  return response
}
