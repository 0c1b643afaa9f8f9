import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export const meta = () => [
  { title: 'Partner network - StudioHub' },
  { name: 'description', content: 'The partners that studios work with.' },
]

export default function NetworkScreen() {
  return <NotBuiltYet title="Partner network">Here you will find the partners that studios work with.</NotBuiltYet>
}
