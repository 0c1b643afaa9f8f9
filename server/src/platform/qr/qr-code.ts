/** A QR code as a path of squares, for a drawing of `size` units: a screen and a PDF draw the same. */
export type QrCode = { size: number; path: string }

/** The QR code of a text, with the error correction that banks ask for (M). The library is loaded for the first one. */
export async function qrCode(text: string): Promise<QrCode> {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const cells = Array.from({ length: size * size }, (_, index) => ({ x: index % size, y: Math.floor(index / size) }))
  const dark = cells.filter(({ x, y }) => modules.get(y, x))
  return { size, path: dark.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('') }
}
