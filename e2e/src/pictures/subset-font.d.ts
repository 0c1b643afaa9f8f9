declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    noLayoutClosure: true
    variationAxes: Record<string, { min: number; max: number }>
  }
  /** Keeps only the glyphs that `text` needs. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
