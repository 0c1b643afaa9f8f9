import { type PictureName, pictures, sourcesOf } from '../content/pictures.ts'

type PictureProps = {
  name: PictureName
  /** Displayed width, as in the `sizes` attribute of an image. */
  sizes: string
  /** Visible without scrolling, so it loads immediately and with priority. */
  first?: boolean
  /** Hidden on phones, which then do not load it. */
  notOnPhones?: boolean
  className?: string
}

const srcSet = (name: PictureName, format: 'avif' | 'webp') =>
  sourcesOf(name, format)
    .map(({ width, address }) => `${address} ${width}w`)
    .join(', ')

const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** A screenshot in the smallest sufficient size, with reserved space. */
export function Picture({ name, sizes, first = false, notOnPhones = false, className }: PictureProps) {
  const { width, height, alt } = pictures[name]
  const plain = sourcesOf(name, 'webp').at(-1)?.address
  return (
    <picture className="contents">
      {notOnPhones && <source media="(max-width: 47.99rem)" srcSet={NOTHING} />}
      <source type="image/avif" srcSet={srcSet(name, 'avif')} sizes={sizes} />
      <img
        src={plain}
        srcSet={srcSet(name, 'webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
        className={className}
      />
    </picture>
  )
}
