import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export const meta = () => [
  { title: 'Success stories - StudioHub' },
  { name: 'description', content: 'What changed for studios that run on StudioHub.' },
]

export default function CaseStudiesScreen() {
  return <NotBuiltYet title="Success stories">Here studios will tell what changed for them.</NotBuiltYet>
}
