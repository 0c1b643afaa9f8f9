import type { ImageType } from '@studiohub/contract/shared/images.ts'

/** The requested format and maximum size of a picture, and whether to crop it to that size. */
export type PictureShape = { width: number; height: number; fit: 'cover' | 'inside'; format: 'webp' | 'png' }

/** The first line that the picture process reads. The bytes of the picture follow. */
export type PictureOrder = { type: ImageType; shape: PictureShape; max_pixels: number }

/** The first line that the picture process writes. On success the bytes of the new picture follow. */
export type PictureOutcome = { done: true } | { done: false; why: 'unreadable' | 'too_complex' | 'unsafe' }
