import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function CaseStudiesScreen() {
  return <NotBuiltYet title="Success stories">Here studios will tell what changed for them.</NotBuiltYet>
}
