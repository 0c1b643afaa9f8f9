/** A QR code as an SVG path in a square of `size` units, so that the screen and the PDF draw the same. */
export type QrCode = { size: number; path: string }

/** The QR code of a text, with the error correction that banks require (M). The library is loaded at the first use. */
export async function qrCode(text: string): Promise<QrCode> {
  const { encode } = await import('uqr')
  const { size, data } = encode(text, { ecc: 'M', boostEcc: false, border: 0 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}
