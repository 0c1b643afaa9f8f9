import { canDeleteCardItem } from '@studiohub/contract/features/board/policy.ts'
import { splitMentions, writeMentions } from '@studiohub/contract/features/board/rules.ts'
import type { CardComment, CardWithHistory } from '@studiohub/contract/features/board/schema.ts'
import { COMMENT_MAX } from '@studiohub/contract/features/board/words.ts'
import { AtSign, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { toActor, useMe } from '#features/profile/api.ts'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/input.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useCardPeople, useComments, useCreateComment, useDeleteComment } from '../api.ts'

/** Comments of a card, and a form for a new one. */
export function CardComments({ card }: { card: CardWithHistory }) {
  const comments = useComments(card.id)
  return (
    <section className="flex grow flex-col gap-4 border-t border-border pt-5">
      <h3 className="text-sm font-semibold">Comments</h3>
      <QueryView query={comments} loadingText="Loading comments..." isEmpty={() => false}>
        {(items) => (
          <>
            {items.length === 0 && <p className="text-sm text-muted-foreground">No comments yet.</p>}
            <ul aria-label="Comments" className="grid gap-5 empty:hidden">
              {items.map((comment) => (
                <Comment key={comment.id} comment={comment} card={card} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
      <NewComment card={card} />
    </section>
  )
}

function Comment({ comment, card }: { comment: CardComment; card: CardWithHistory }) {
  const remove = useDeleteComment()
  const mayRemove = canDeleteCardItem(toActor(useMe()), { studio_id: card.studio_id, by: comment.author_id })
  const findName = (user_id: string) =>
    comment.mentions.find((person) => person.user_id === user_id)?.full_name ?? 'Someone'
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
      <Avatar src={null} name={comment.author_name} />
      <div className="grid gap-0.5">
        <div className="flex min-h-5 items-start justify-between gap-2">
          <p className="text-xs leading-5 text-muted-foreground">
            <span className="text-sm font-medium text-foreground">{comment.author_name ?? 'Former member'}</span>{' '}
            <RelativeTime at={comment.created_at} />
          </p>
          {mayRemove && (
            <IconButton
              name="Delete comment"
              className="-my-2.5 -mr-2 text-muted-foreground hover:text-foreground"
              pending={remove.isPending}
              onClick={() => remove.mutate({ id: card.id, comment_id: comment.id })}
            >
              <Trash2 aria-hidden />
            </IconButton>
          )}
        </div>
        <p className="break-words whitespace-pre-wrap">
          {splitMentions(comment.body).map((part) =>
            'text' in part ? part.text : <strong key={part.user_id}>@{findName(part.user_id)}</strong>,
          )}
        </p>
      </div>
    </li>
  )
}

/** The form for a comment. A name after an `@` mentions a user; the select inserts one. */
function NewComment({ card }: { card: CardWithHistory }) {
  const create = useCreateComment()
  const people = useCardPeople(card.id)
  const me = useMe()
  const [text, setText] = useState('')
  const textarea = useRef<HTMLTextAreaElement>(null)
  const otherPeople = (people.data ?? []).filter(({ user_id, full_name }) => user_id !== me.user.id && full_name)
  const insertMention = (user_id: string) => {
    const name = otherPeople.find((person) => person.user_id === user_id)?.full_name
    if (!name) return
    setText((current) => `${current}${current === '' || current.endsWith(' ') ? '' : ' '}@${name} `)
    textarea.current?.focus()
  }
  const send = (event: React.FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || create.isPending) return
    // The field is cleared at once, so that the next comment can be written during the request.
    setText('')
    const restoreText = () => setText((typed) => [text, typed].filter(Boolean).join('\n'))
    create.mutate({ id: card.id, body: writeMentions(text.trim(), otherPeople) }, { onError: restoreText })
  }
  return (
    <form onSubmit={send} className="mt-auto grid gap-2 [&_label]:sr-only">
      <Field label="Comment">
        {(control) => (
          <Textarea
            {...control}
            ref={textarea}
            rows={3}
            placeholder="Write a comment, @ to mention"
            maxLength={COMMENT_MAX}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex items-center justify-between gap-2">
        <MentionMenu people={otherPeople} onChoose={insertMention} />
        <Button
          type="submit"
          look={text.trim() === '' ? 'secondary' : 'primary'}
          pending={create.isPending}
          pendingText="Sending..."
        >
          Comment
        </Button>
      </div>
    </form>
  )
}

type MentionMenuProps = {
  people: readonly { user_id: string; full_name: string | null }[]
  onChoose: (user_id: string) => void
}

/** Mentions a person without typing: a native select behind an icon. */
const MentionMenu = ({ people, onChoose }: MentionMenuProps) => (
  <span className="relative grid size-10 shrink-0 place-items-center rounded-md hover:bg-muted has-focus-visible:outline-2 has-focus-visible:outline-ring max-md:size-11">
    <AtSign aria-hidden className="size-4 text-muted-foreground" />
    <select
      aria-label="Mention a person"
      title="Mention a person"
      value=""
      onChange={(event) => onChoose(event.target.value)}
      className="absolute inset-0 cursor-pointer opacity-0"
    >
      <option value="" disabled>
        Mention a person
      </option>
      {people.map(({ user_id, full_name }) => (
        <option key={user_id} value={user_id}>
          {full_name}
        </option>
      ))}
    </select>
  </span>
)
