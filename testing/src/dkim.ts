import { createHash, createPublicKey, verify } from 'node:crypto'

const tagsOf = (text: string) =>
  new Map(
    text
      .split(';')
      .map((tag) => tag.split(/=(.*)/s).map((part) => part.trim()))
      .map(([name = '', value = '']) => [name, value.replaceAll(/\s/g, '')]),
  )

const relaxedHeader = (header: string) => {
  const [name = '', value = ''] = header.split(/:(.*)/s)
  return `${name.trim().toLowerCase()}:${value
    .replaceAll(/\r\n/g, '')
    .replaceAll(/[\t ]+/g, ' ')
    .trim()}`
}

const relaxedBody = (body: string) =>
  `${body
    .replaceAll(/[\t ]+/g, ' ')
    .replaceAll(/ +\r\n/g, '\r\n')
    .replace(/(\r\n)+$/, '')}\r\n`

/**
 * Checks the DKIM signature of an email like its receiver (RFC 6376, relaxed/relaxed and rsa-sha256).
 * @param records TXT records by name
 * @returns the domain that signed; null if there is no signature or the record does not confirm it
 */
export function verifyDkim(raw: string, records: ReadonlyMap<string, string>): string | null {
  const [head = '', body = ''] = raw.split(/\r\n\r\n(.*)/s)
  const headers = head.split(/\r\n(?![\t ])/)
  const signature = headers.find((header) => /^dkim-signature:/i.test(header))
  if (!signature) return null
  const tags = tagsOf(signature.slice(signature.indexOf(':') + 1))
  const domain = tags.get('d') ?? ''
  const record = records.get(`${tags.get('s')}._domainkey.${domain}`)
  const key = record && tagsOf(record).get('p')
  if (!key || createHash('sha256').update(relaxedBody(body), 'latin1').digest('base64') !== tags.get('bh')) return null
  const remaining = [...headers]
  const signedHeaders = (tags.get('h') ?? '').split(':').flatMap((name) => {
    const index = remaining.findLastIndex((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    return index === -1 ? [] : remaining.splice(index, 1).map(relaxedHeader)
  })
  const signatureHeader = relaxedHeader(signature.replace(/([;\s:]b\s*=)[^;]*/, '$1'))
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  const signatureBytes = Buffer.from(tags.get('b') ?? '', 'base64')
  return verify(
    'sha256',
    Buffer.from([...signedHeaders, signatureHeader].join('\r\n'), 'latin1'),
    publicKey,
    signatureBytes,
  )
    ? domain
    : null
}
