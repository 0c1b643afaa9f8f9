import { useParams } from 'react-router'
import { useActiveStudio } from '#features/profile/api.ts'
import { paths } from '#paths.ts'

/** The paths of projects and board in the area of the current user. */
export function useProjectAndBoardPaths() {
  const { me, studio } = useActiveStudio()
  const { namespace } = useParams()
  if (me.role === 'studio_admin' || me.at_desk) {
    return { projects: paths.studioProjects, project: paths.studioProject, board: paths.studioBoard }
  }
  if (me.role === 'staff') {
    return { projects: paths.staffProjects, project: paths.staffProject, board: paths.staffBoard }
  }
  const slug = namespace ?? studio?.slug ?? ''
  return {
    projects: paths.clientProjects(slug),
    project: (id: string) => paths.clientProject(slug, id),
    board: paths.clientBoard(slug),
  }
}
