import type { Figure } from './landing.ts'

export const intro = {
  title: 'A network that fills studios',
  text:
    'Technology makers, studios and service companies that work with StudioHub. They bring tools, rooms and people; ' +
    'our studios bring them sessions.',
}

/** Spec section 9, marketing figures. */
export const figures: readonly Figure[] = [
  { value: '500+', label: 'partners' },
  { value: '50+', label: 'countries' },
  { value: '$2M+', label: 'partner revenue' },
  { value: '98%', label: 'satisfaction' },
]

export const tiers = ['Platinum', 'Gold', 'Premium', 'Standard', 'Silver'] as const
export type Tier = (typeof tiers)[number]

type Partner = { name: string; specialty: string; tier: Tier }
type Category = {
  key: 'technology' | 'studio' | 'service'
  title: string
  text: string
  /** The first three are visible; View All Partners shows all others. */
  partners: readonly Partner[]
}

/** Number of partners per category that are visible initially. */
export const SHOWN_FIRST = 3

export const categories: readonly Category[] = [
  {
    key: 'technology',
    title: 'Technology partners',
    text: 'Consoles, cameras, storage and software for your sessions.',
    partners: [
      { name: 'Waveform Labs', specialty: 'Audio processing and mastering tools', tier: 'Platinum' },
      { name: 'Lumen Cloud', specialty: 'Storage and review for video teams', tier: 'Gold' },
      { name: 'Patchbay Systems', specialty: 'Remote control for studio equipment', tier: 'Silver' },
      { name: 'Framewell', specialty: 'Color pipelines and camera profiles', tier: 'Gold' },
      { name: 'Keynote Audio', specialty: 'Microphones and preamplifiers', tier: 'Silver' },
      { name: 'Relay Stream', specialty: 'Low-delay live streaming', tier: 'Silver' },
    ],
  },
  {
    key: 'studio',
    title: 'Studio partners',
    text: 'Rooms for overflow sessions and traveling clients.',
    partners: [
      { name: 'Harbour Sound', specialty: 'Recording and mixing, Lisbon', tier: 'Premium' },
      { name: 'Daylight Stage', specialty: 'Photo and film stages, Toronto', tier: 'Premium' },
      { name: 'The Quiet Booth', specialty: 'Podcast and voice, Berlin', tier: 'Standard' },
      { name: 'Mill Street Rooms', specialty: 'Rehearsal and live sessions, Leeds', tier: 'Standard' },
      { name: 'Casa Eco', specialty: 'Residential recording, Oaxaca', tier: 'Premium' },
      { name: 'Studio Kawa', specialty: 'Product photography, Osaka', tier: 'Standard' },
    ],
  },
  {
    key: 'service',
    title: 'Service partners',
    text: 'People who finish, ship and look after the work.',
    partners: [
      { name: 'Long Tail Distribution', specialty: 'Release and catalog management', tier: 'Gold' },
      { name: 'Northpoint Legal', specialty: 'Contracts and rights for creatives', tier: 'Silver' },
      { name: 'Clear Room Acoustics', specialty: 'Acoustic design and treatment', tier: 'Platinum' },
      { name: 'Second Unit Crew', specialty: 'Engineers and operators on call', tier: 'Gold' },
      { name: 'Ledger & Lens', specialty: 'Bookkeeping for studios', tier: 'Silver' },
      { name: 'Captionworks', specialty: 'Captions and translation', tier: 'Silver' },
    ],
  },
]

export const benefits = [
  { title: 'Sessions find you', text: 'Studios look for rooms, tools and people in the network first.' },
  {
    title: 'Revenue you can plan',
    text: 'Referrals and resold plans pay you a share for as long as the studio stays.',
  },
  { title: 'Build it together', text: 'An open API, early access, and people who answer when you integrate.' },
  { title: 'Seen where it counts', text: 'Your name in the network, the training center and our stories.' },
]

export const closing = {
  title: 'Become a partner',
  text: "Tell us what you do. We'll review your application and get back to you within 48 hours.",
}
