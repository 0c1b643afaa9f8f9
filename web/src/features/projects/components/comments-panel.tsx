import { splitMentions } from '@studiohub/contract/features/board/rules.ts'
import type { Project, ProjectComment } from '@studiohub/contract/features/projects/schema.ts'
import { Link } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { useProjectComments } from '../api.ts'
import { useProjectAndBoardPaths } from '../shared/use-project-and-board-paths.ts'

/** The last comments on the cards of a project; each opens its card. */
export function CommentsPanel({ project }: { project: Project }) {
  const comments = useProjectComments(project.id)
  return (
    <Card title="Last comments" description="On the cards of this project">
      <QueryView query={comments} loadingText="Loading comments..." errorTitle="Failed to load comments">
        {(items) => (
          <div className="grid grid-cols-1 gap-4">
            <ul aria-label="Last comments" className="-my-2 grid grid-cols-1 divide-y divide-border">
              {items.map((comment) => (
                <CommentRow key={comment.id} comment={comment} project_id={project.id} />
              ))}
            </ul>
            <ShowMore list={comments} label="Show more comments" />
          </div>
        )}
      </QueryView>
    </Card>
  )
}

/** The text of a comment, with names instead of ids. */
const textOf = ({ body, mentions }: ProjectComment) =>
  splitMentions(body)
    .map((part) =>
      'text' in part
        ? part.text
        : `@${mentions.find(({ user_id }) => user_id === part.user_id)?.full_name ?? 'Someone'}`,
    )
    .join('')

function CommentRow({ comment, project_id }: { comment: ProjectComment; project_id: string }) {
  const { board } = useProjectAndBoardPaths()
  const { card_id, card_title, author_name, created_at } = comment
  return (
    <li className="relative grid min-h-14 grid-cols-1 content-center gap-0.5 py-2 text-sm">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-xs text-muted-foreground">
        <span className="max-w-full truncate text-sm font-medium text-foreground">
          {author_name ?? 'Former member'}
        </span>
        {/* Above the link of the row, so that its exact time shows on hover. */}
        <span className="relative z-1">
          <RelativeTime at={created_at} />
        </span>
        <Link
          to={paths.withOpen(board, { project: project_id, card: card_id })}
          className="max-w-full truncate text-link underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {card_title}
        </Link>
      </p>
      <p className="line-clamp-2 wrap-anywhere">{textOf(comment)}</p>
    </li>
  )
}
