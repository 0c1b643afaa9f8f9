export const studioTypes = ['recording', 'video', 'photo', 'multi_purpose', 'podcast'] as const

export const studioTypeLabels: Record<(typeof studioTypes)[number], string> = {
  recording: 'Recording Studio',
  video: 'Video Studio',
  photo: 'Photo Studio',
  multi_purpose: 'Multi-Purpose Studio',
  podcast: 'Podcast Studio',
}
