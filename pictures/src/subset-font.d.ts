declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2' | 'truetype'
    noLayoutClosure: true
    variationAxes: Record<string, number | { min: number; max: number }>
  }
  /** Keeps only the glyphs that `text` needs. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
