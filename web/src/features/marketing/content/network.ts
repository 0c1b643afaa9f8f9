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
  /** The first three are visible at first. View All Partners shows the others. */
  partners: readonly Partner[]
}

/** The number of partners in each category that are visible at first. */
export const VISIBLE_PARTNERS = 3

export const categories: readonly Category[] = [
  {
    key: 'technology',
    title: 'Technology partners',
    text: 'Consoles, cameras, storage and software for every session.',
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
    text: 'Rooms for overflow sessions and clients on the road.',
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
    text: 'Specialists who finish, release and support your work.',
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
  { title: 'Sessions find you', text: 'Studios look in the network first when they need a room, a tool or a person.' },
  {
    title: 'Revenue you can plan',
    text: 'Earn a share of every referral and resold plan for as long as the studio stays.',
  },
  { title: 'Build with us', text: 'An open API, early access to features, and a team that helps you integrate.' },
  { title: 'Seen where it counts', text: 'Your name in the network, the training center and our success stories.' },
]

export const closing = {
  title: 'Become a partner',
  text: "Tell us what you do. We'll review your application and get back to you within 48 hours.",
}
