import type { recordStates } from './words.ts'

/** The result of checking one record; `seen` is a different value that was found instead. */
export type RecordCheck = { state: (typeof recordStates)[number]; seen: string | null }

const SEEN_MAX = 200

/** The value of a DKIM record (RFC 6376). */
export const dkimValue = (public_key: string) => `v=DKIM1; k=rsa; p=${public_key}`

/** The value of an SPF record that allows a sender. */
export const spfValue = (mechanism: string) => `v=spf1 ${mechanism} ~all`

/** The least that a DMARC record must say (RFC 7489). It asks receivers for nothing. */
export const DMARC_VALUE = 'v=DMARC1; p=none'

const keyIn = (text: string) => /(?:^|;)\s*p\s*=\s*([^;]*)/.exec(text)?.[1]?.replaceAll(/\s/g, '')

const checkOtherRecord = (texts: readonly string[]): RecordCheck =>
  texts.length > 0
    ? { state: 'different', seen: (texts[0] ?? '').slice(0, SEEN_MAX) }
    : { state: 'missing', seen: null }

const unknown: RecordCheck = { state: 'unknown', seen: null }
const matching: RecordCheck = { state: 'found', seen: null }

/** Compares the TXT records of a DKIM name with our key. @param texts null if no name server answered */
export function checkDkim(texts: readonly string[] | null, public_key: string): RecordCheck {
  if (texts === null) return unknown
  return texts.some((text) => keyIn(text) === public_key) ? matching : checkOtherRecord(texts)
}

/** Looks for the sender in the SPF record of a domain. */
export function checkSpf(texts: readonly string[] | null, mechanism: string): RecordCheck {
  if (texts === null) return unknown
  const records = texts.filter((text) => /^v=spf1(\s|$)/i.test(text))
  const has = (text: string) => text.toLowerCase().split(/\s+/).includes(mechanism.toLowerCase())
  return records.some(has) ? matching : checkOtherRecord(records)
}

/** Whether a domain has a DMARC record; any policy will do. */
export function checkDmarc(texts: readonly string[] | null): RecordCheck {
  if (texts === null) return unknown
  return texts.some((text) => /^v=DMARC1\s*;/i.test(text)) ? matching : { state: 'missing', seen: null }
}
