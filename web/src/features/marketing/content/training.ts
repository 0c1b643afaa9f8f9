import type { Figure } from './landing.ts'

export const intro = {
  title: 'Training center',
  text: 'Short programs for owners, crew and clients. Learn by doing, in your own studio.',
}

/** Spec section 9, marketing figures. */
export const figures: readonly Figure[] = [
  { value: '50+', label: 'courses' },
  { value: '3,000+', label: 'students' },
  { value: '4.9/5', label: 'rating' },
]

type Program = {
  title: string
  level: 'Beginner' | 'Intermediate' | 'Advanced'
  duration: string
  students: string
  text: string
  modules: readonly string[]
}

export const programs: readonly Program[] = [
  {
    title: 'Studio essentials',
    level: 'Beginner',
    duration: '2 weeks',
    students: '1,240 students',
    text: 'From an empty account to the first week of bookings.',
    modules: ['Rooms, services and hours', 'Your sign-up page', 'Bookings and blocked time', 'Your first client'],
  },
  {
    title: 'Crew and daily work',
    level: 'Beginner',
    duration: '1 week',
    students: '860 students',
    text: 'How engineers, operators and front desks use StudioHub every day.',
    modules: ['Your schedule', 'Tasks', 'Check-in and check-out', 'Working from a phone'],
  },
  {
    title: 'Projects with the agents',
    level: 'Intermediate',
    duration: '3 weeks',
    students: '640 students',
    text: 'Five phases, one board, and an assistant that knows what comes next.',
    modules: ['The five phases', 'The production board', 'Prea, Proa, Posta and Dista', 'Working with clients'],
  },
  {
    title: 'Growing a studio network',
    level: 'Advanced',
    duration: '4 weeks',
    students: '310 students',
    text: 'Run several studios under one brand, and compare their results.',
    modules: ['Branding and domains', 'Plans and limits', 'Reading the analytics', 'The API and integrations'],
  },
]

/** A resource card. Its button links to the docs or the network, or opens a dialog. */
type Resource = { title: string; text: string; action: string; opens: 'docs' | 'network' | 'tour' | 'contact' }

export const resources: readonly Resource[] = [
  {
    title: 'Knowledge Base',
    text: 'Guides to every part of the product, by role and by task.',
    action: 'Read the docs',
    opens: 'docs',
  },
  {
    title: 'Video Tutorials',
    text: 'A short tour of the product, with captions.',
    action: 'Watch the tour',
    opens: 'tour',
  },
  {
    title: 'Community',
    text: 'Studios and partners in more than 50 countries.',
    action: 'Meet the network',
    opens: 'network',
  },
  {
    title: 'Training for your team',
    text: 'A live session for your crew, with your own rooms and services.',
    action: 'Request a session',
    opens: 'contact',
  },
]

export const closing = {
  title: 'Learn in a studio of your own',
  text: 'Create your studio and set up one part of it with every module.',
}
