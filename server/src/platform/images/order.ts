import type { ImageType } from '@studiohub/contract/shared/images.ts'

/** What is to be made of a picture: its size at most, and whether it fills that or lies within it. */
export type Shape = { width: number; height: number; fit: 'cover' | 'inside'; format: 'webp' | 'png' }

/** What the process that opens pictures is told in its first line; the picture's bytes follow it. */
export type Order = { type: ImageType; shape: Shape; max_pixels: number }

/** How it answers in its first line; on success the bytes of the new picture follow. */
export type Outcome = { done: true } | { done: false; why: 'unreadable' | 'too_complex' | 'unsafe' }
