import {
  findPictureSources,
  findRoomSources,
  type PictureName,
  pictures,
  ROOM_SIZE,
  type RoomName,
  rooms,
} from '../content/pictures.ts'

type PictureProps = {
  name: PictureName
  /** The displayed width, in the syntax of the `sizes` attribute of an image. */
  sizes: string
  /** Set it for pictures that are visible without scrolling: they load immediately and first. */
  priority?: boolean
  /** Phones hide the picture and do not load it. */
  hiddenOnPhones?: boolean
  className?: string
}

const listSources = (sources: readonly { width: number; url: string }[]) =>
  sources.map(({ width, url }) => `${url} ${width}w`).join(', ')
const srcSet = (name: PictureName, theme: 'dark' | 'light', format: 'avif' | 'webp') =>
  listSources(findPictureSources(name, theme, format))

const EMPTY_IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/**
 * A screenshot in the theme of the reader's system. The browser reserves its space, then loads the smallest file that is sharp
 * enough.
 */
export function Picture({ name, sizes, priority = false, hiddenOnPhones = false, className }: PictureProps) {
  const { width, height, alt } = pictures[name]
  const fallbackUrl = findPictureSources(name, 'dark', 'webp').at(-1)?.url
  return (
    <picture className="contents">
      {hiddenOnPhones && <source media="(max-width: 47.99rem)" srcSet={EMPTY_IMAGE} />}
      {(['avif', 'webp'] as const).map((format) => (
        <source
          key={format}
          media="(prefers-color-scheme: light)"
          type={`image/${format}`}
          srcSet={srcSet(name, 'light', format)}
          sizes={sizes}
        />
      ))}
      <source type="image/avif" srcSet={srcSet(name, 'dark', 'avif')} sizes={sizes} />
      <img
        src={fallbackUrl}
        srcSet={srcSet(name, 'dark', 'webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        {...(priority ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
        className={className}
      />
    </picture>
  )
}

/**
 * A picture of a room, beside a text from 1024 px on and below or above it on phones.
 * @param isBelow the picture is not visible without scrolling, so it loads later
 */
export function RoomPicture({ name, isBelow = false }: { name: RoomName; isBelow?: boolean }) {
  const webp = findRoomSources(name, 'webp')
  const sizes = '(min-width: 64rem) 33rem, 100vw'
  return (
    <picture>
      <source type="image/avif" srcSet={listSources(findRoomSources(name, 'avif'))} sizes={sizes} />
      <img
        src={webp.at(-1)?.url}
        srcSet={listSources(webp)}
        sizes={sizes}
        {...ROOM_SIZE}
        alt={rooms[name]}
        {...(isBelow ? { loading: 'lazy' as const } : { fetchPriority: 'high' as const })}
        className="aspect-video h-auto w-full block rounded-md border border-border bg-muted object-cover"
      />
    </picture>
  )
}
