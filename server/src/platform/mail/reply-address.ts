import { timingSafeEqual } from 'node:crypto'
import { mac } from '../auth/secrets.ts'

/** The content of a reply address. Only one side of a conversation gets it, and emails to it become messages of that side. */
export type ReplyAddress = { conversation_id: string; side: 'client' | 'studio' }

const PURPOSE = 'reply-address'
const MAC_LENGTH = 20
const sides = { c: 'client', s: 'studio' } as const

// Mail servers may change the case of an address, so the code is hexadecimal. It has 80 bits. RFC 5321 allows 64 characters
// in the local part, and this one has 59.
const codeOf = (id: string, letter: string) =>
  Buffer.from(mac(PURPOSE, id, letter), 'base64url')
    .toString('hex')
    .slice(0, MAC_LENGTH)

/** The address whose emails become messages of a conversation. */
export function replyAddress({ conversation_id, side }: ReplyAddress, domain: string): string {
  const id = conversation_id.replaceAll('-', '')
  const letter = side === 'client' ? 'c' : 's'
  return `reply+${id}${letter}${codeOf(id, letter)}@${domain}`
}

/** Reads a recipient of an email; null unless it is one of our reply addresses. */
export function readReplyAddress(recipient: string, domain: string): ReplyAddress | null {
  const address = (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase()
  if (!address.endsWith(`@${domain}`)) return null
  const parts = /^reply\+([0-9a-f]{32})([cs])([0-9a-f]{20})$/.exec(address.slice(0, -domain.length - 1))
  const [, id = '', letter, code = ''] = parts ?? []
  if (!(letter === 'c' || letter === 's') || !isSameCode(code, codeOf(id, letter))) return null
  const conversation_id = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { conversation_id, side: sides[letter] }
}

const isSameCode = (mac: string, expected: string) => timingSafeEqual(Buffer.from(mac), Buffer.from(expected))
