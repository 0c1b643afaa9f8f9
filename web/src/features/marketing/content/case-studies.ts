import type { Figure } from './landing.ts'
import type { RoomName } from './pictures.ts'

export const intro = {
  title: 'Success stories',
  text: 'Three studios, three kinds of work, and what changed with StudioHub.',
}

/** Spec section 9, marketing figures. */
export const figures: readonly Figure[] = [
  { value: '95%', label: 'average revenue growth' },
  { value: '12hrs', label: 'average time saved weekly' },
  { value: '97%', label: 'client satisfaction' },
]

type Story = {
  /** The anchor of the story. */
  id: string
  room: RoomName
  studio: string
  studio_type: string
  challenge: string
  solution: string
  quote: { text: string; by: string }
  results: readonly [Figure, Figure, Figure]
}

export const stories: readonly Story[] = [
  {
    id: 'low-tide',
    room: 'live-room',
    studio: 'Low Tide Recording',
    studio_type: 'Recording studio, two rooms',
    challenge:
      'Requests came by phone, text and three inboxes. Twice a month two bands arrived for the same room, and weekday ' +
      'mornings stayed empty.',
    solution:
      'Clients see live availability on the studio’s own page, with half an hour to set up between sessions. Mornings ' +
      'have their own price, and the engineer has the day’s schedule on his phone.',
    quote: { text: 'I haven’t apologized for a double booking since spring.', by: 'Owner and engineer' },
    results: [
      { value: '+85%', label: 'revenue in a year' },
      { value: '0', label: 'double bookings' },
      { value: '14 hrs', label: 'saved each week' },
    ],
  },
  {
    id: 'orchard-house',
    room: 'daylight-studio',
    studio: 'Orchard House Films',
    studio_type: 'Video and photo studio, five stages',
    challenge:
      'Every project had its own folder. Clients kept asking for updates, and producers spent their Fridays ' +
      'answering.',
    solution:
      'One board with five phases, shared with each client. Notes are on the cards, crew see their tasks, and clients check ' +
      'the board instead of calling.',
    quote: { text: 'Our Friday status calls are gone, and no one misses them.', by: 'Head of production' },
    results: [
      { value: '+110%', label: 'revenue in a year' },
      { value: '60%', label: 'fewer status emails' },
      { value: '98%', label: 'client satisfaction' },
    ],
  },
  {
    id: 'second-chair',
    room: 'podcast-desk',
    studio: 'Second Chair Podcasts',
    studio_type: 'Podcast studio, three cities',
    challenge:
      'Three locations, three calendars and three ways to greet a guest. To clients it never felt like one company.',
    solution:
      'Each city is a studio with its own rooms and crew, all under one brand: sign-in page, colors and emails are ' +
      'the same everywhere, and check-in takes one tap.',
    quote: { text: 'Guests think we’re much bigger than we are.', by: 'Managing director' },
    results: [
      { value: '+90%', label: 'revenue in a year' },
      { value: '10 hrs', label: 'saved each week' },
      { value: '96%', label: 'client satisfaction' },
    ],
  },
]

export const closing = {
  title: 'Write your own success story',
  text: 'Start with your own studio, or bring StudioHub to the studios you work with.',
}
