/** The files of a new feature, as text. `new-feature.mjs` writes them. The developer replaces their content. */

/**
 * @param names see `namesOf` in new-feature.mjs
 * @param migration the number of the migration, four digits
 * @returns contents by path
 */
export function featureFiles(names, migration) {
  const { feature, many, one, Many, One, table, TITLE_MAX, label, labelOne, Label } = names
  const contract = `contract/src/features/${feature}`
  const server = `server/src/features/${feature}`
  const web = `web/src/features/${feature}`
  return {
    [`${contract}/words.ts`]: `/** Longest title of ${anA(labelOne)}, in characters. */
export const ${TITLE_MAX} = 200
`,
    [`${contract}/schema.ts`]: `import { z } from 'zod'
import { PageQuery } from '../../shared/page.ts'
import { Id, name } from '../../shared/text.ts'
import { ${TITLE_MAX} } from './words.ts'

export const ${One} = z.object({
  id: Id,
  studio_id: Id,
  title: z.string(),
  created_at: z.string(),
  /** Counts changes. A change that names an older version fails with STALE_VERSION. */
  version: z.number().int(),
})
export type ${One} = z.infer<typeof ${One}>

export const New${One} = z.strictObject({ title: name('Title is required', ${TITLE_MAX}) })
export type New${One} = z.output<typeof New${One}>

/** Omitted fields stay as they are. */
export const ${One}Changes = New${One}.partial().extend({ version: z.number().int().optional() })
export type ${One}Changes = z.output<typeof ${One}Changes>

export const ${Many}Query = PageQuery.extend({ studio_id: Id })
export type ${Many}Query = z.output<typeof ${Many}Query>
`,
    [`${contract}/policy.ts`]: `import type { Actor } from '../../actor.ts'

/** Admins and crew see the ${label} of their studio. */
export const canList${Many} = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && (actor.role === 'studio_admin' || actor.role === 'staff')

/** Admins create, change and delete the ${label} of their studio. */
export const canChange${Many} = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && actor.role === 'studio_admin'
`,
    [`${contract}/policy.test.ts`]: `import { expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { canChange${Many}, canList${Many} } from './policy.ts'

const actor = (role: Actor['role'], studio_id: string | null = 'A') => ({ role, studio_id }) as Actor

test('admins change the ${label} of their studio, crew only see them, and others do neither', () => {
  expect([canList${Many}(actor('studio_admin'), 'A'), canChange${Many}(actor('studio_admin'), 'A')]).toEqual([true, true])
  expect([canList${Many}(actor('staff'), 'A'), canChange${Many}(actor('staff'), 'A')]).toEqual([true, false])
  for (const other of [actor('client'), actor('partner'), actor(null), actor('studio_admin', 'B')])
    expect([canList${Many}(other, 'A'), canChange${Many}(other, 'A')]).toEqual([false, false])
})
`,
    [`${contract}/routes.ts`]: `import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { ${One}, ${One}Changes, ${Many}Query, New${One} } from './schema.ts'

export const ${many} = {
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/${feature}' })
    .input(${Many}Query)
    .output(pageOf(${One}))
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/${feature}', successStatus: 201 })
    .input(New${One}.extend({ studio_id: Id }))
    .output(${One})
    .errors(pickErrors('FORBIDDEN')),
  update: route
    .route({ method: 'PATCH', path: '/${feature}/{id}' })
    .input(${One}Changes.extend({ id: Id }))
    .output(${One})
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION')),
  delete: route
    .route({ method: 'DELETE', path: '/${feature}/{id}' })
    .input(z.strictObject({ id: Id }))
    .output(${One})
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
}
`,
    [`server/migrations/${migration}_${table}.sql`]: `-- The ${label} of a studio: admins change them, crew see them.
create table ${table} (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  title text not null,
  created_at timestamptz not null default clock_timestamp(),
  version integer not null default 1,
  constraint ${table}_title check (char_length(title) between 1 and 200)
);
create index ${table}_by_studio on ${table} (studio_id, created_at desc, id desc);
alter table ${table} enable row level security;
alter table ${table} force row level security;
grant select, insert, delete on ${table} to studiohub_app;
grant update (title, version) on ${table} to studiohub_app;
grant select, delete on ${table} to studiohub_system;

create policy crew_see_${table} on ${table} for select to studiohub_app
  using ((select app.role()) in ('studio_admin', 'staff') and studio_id = (select app.studio_id()));
create policy admins_create_${table} on ${table} for insert to studiohub_app
  with check ((select app.role()) = 'studio_admin' and studio_id = (select app.studio_id()));
create policy admins_change_${table} on ${table} for update to studiohub_app
  using ((select app.role()) = 'studio_admin' and studio_id = (select app.studio_id()));
create policy admins_delete_${table} on ${table} for delete to studiohub_app
  using ((select app.role()) = 'studio_admin' and studio_id = (select app.studio_id()));
create policy jobs_manage_${table} on ${table} to studiohub_system using (true) with check (true);
`,
    [`${server}/queries.ts`]: `import type { ${One}Changes } from '@studiohub/contract/features/${feature}/schema.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

const columns = ['id', 'studio_id', 'title', 'created_at', 'version'] as const

/** One ${labelOne}, or undefined if the actor may not see it. */
export function get${One}(tx: Tx, id: string) {
  return tx.selectFrom('${table}').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The ${label} of a studio, newest first. */
export function list${Many}(tx: Tx, { studio_id, ...page }: Page & { studio_id: string }) {
  return tx
    .selectFrom('${table}')
    .select(columns)
    .where('studio_id', '=', studio_id)
    .$call(byTime({ at: '${table}.created_at', id: '${table}.id', descends: true }, page))
    .execute()
}

export function insert${One}(tx: Tx, ${one}: { studio_id: string; title: string; created_at: string }) {
  return tx.insertInto('${table}').values(${one}).returning(columns).executeTakeFirstOrThrow()
}

/** @returns the changed row, or undefined if the version was not current. Without a version the check is skipped. */
export function update${One}(tx: Tx, id: string, { version, title }: ${One}Changes) {
  return tx
    .updateTable('${table}')
    .set(({ eb }) => ({ version: eb('version', '+', 1), ...(title !== undefined && { title }) }))
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning(columns)
    .executeTakeFirst()
}

export async function delete${One}(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('${table}').where('id', '=', id).execute()
}
`,
    [`${server}/service.ts`]: `import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canChange${Many}, canList${Many} } from '@studiohub/contract/features/${feature}/policy.ts'
import type { ${One}, ${One}Changes, ${Many}Query, New${One} } from '@studiohub/contract/features/${feature}/schema.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as queries from './queries.ts'

/** The ${label} of a studio, newest first. */
export function list${Many}(caller: Caller, query: ${Many}Query) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canList${Many}(actor, query.studio_id))
    const items = await queries.list${Many}(tx, { studio_id: query.studio_id, after, limit: rows })
    return toPageByTime(items, limit, ({ id }) => id)
  })
}

export function create${One}(caller: Caller, ${one}: New${One} & { studio_id: string }, now: Date): Promise<${One}> {
  return asActor(caller, async (tx, actor) => {
    authorize(canChange${Many}(actor, ${one}.studio_id))
    const after = await queries.insert${One}(tx, { ...${one}, created_at: now.toISOString() })
    await record${One}(tx, actor, { caller, action: '${many}.create', after })
    return after
  })
}

/** Changes the fields that were sent. */
export function update${One}(caller: Caller, { id, ...changes }: ${One}Changes & { id: string }): Promise<${One}> {
  return asActor(caller, async (tx, actor) => {
    const before = (await queries.get${One}(tx, id)) ?? fail('NOT_FOUND')
    authorize(canChange${Many}(actor, before.studio_id))
    const after = (await queries.update${One}(tx, id, changes)) ?? fail('STALE_VERSION')
    await record${One}(tx, actor, { caller, action: '${many}.update', before, after })
    return after
  })
}

/** @returns the deleted row */
export function delete${One}(caller: Caller, id: string): Promise<${One}> {
  return asActor(caller, async (tx, actor) => {
    const before = (await queries.get${One}(tx, id)) ?? fail('NOT_FOUND')
    authorize(canChange${Many}(actor, before.studio_id))
    await queries.delete${One}(tx, id)
    await record${One}(tx, actor, { caller, action: '${many}.delete', before })
    return before
  })
}

type ${One}Change = { caller: Caller; action: AuditAction; before?: ${One}; after?: ${One} }

/** Writes one audit row and notifies the open screens of the studio. */
async function record${One}(tx: Tx, actor: Actor, { caller, action, before, after }: ${One}Change) {
  const { id, studio_id } = after ?? before ?? fail('NOT_FOUND')
  await audit(tx, actor, {
    action,
    studio_id,
    ...factsOfChange(before, after, ['id', 'version']),
    object_type: '${names.object_type}',
    object_id: id,
    request_id: caller.request_id,
  })
  publish(tx, { studio_id, topic: '${feature}', id, client_id: null })
}
`,
    [`${server}/router.ts`]: `import { authed } from '#platform/http/rpc.ts'
import * as service from './service.ts'

const { ${many} } = authed

export const ${many}Router = {
  list: ${many}.list.handler(({ input, context }) => service.list${Many}(context.caller, input)),
  create: ${many}.create.handler(({ input, context: { caller, clock } }) =>
    service.create${One}(caller, input, clock.now()),
  ),
  update: ${many}.update.handler(({ input, context }) => service.update${One}(context.caller, input)),
  delete: ${many}.delete.handler(({ input, context }) => service.delete${One}(context.caller, input.id)),
}
`,
    [`${server}/router.test.ts`]: `import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aClient, aCrewMember, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
const path = () => \`/studios/\${fixture.studio.id}/${feature}\`

beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

test('an admin creates, changes and deletes ${anA(labelOne)}', async () => {
  const created = await fixture.admin.post(path(), { title: 'First' })
  expect(created).toMatchObject({ status: 201, body: { title: 'First', version: 1 } })
  const { id } = created.body
  const changed = await fixture.admin.patch(\`/${feature}/\${id}\`, { title: 'Second', version: 1 })
  expect(changed.body).toMatchObject({ title: 'Second', version: 2 })
  expectError(await fixture.admin.patch(\`/${feature}/\${id}\`, { title: 'Third', version: 1 }), 'STALE_VERSION')
  expect((await fixture.admin.get(path())).body.items).toMatchObject([{ id, title: 'Second' }])
  expect((await fixture.admin.delete(\`/${feature}/\${id}\`)).status).toBe(200)
  expect((await fixture.admin.get(path())).body.items).toEqual([])
})

test('crew can see ${label} but not change them, and others can do neither', async () => {
  const { id } = (await fixture.admin.post(path(), { title: 'Ours' })).body
  const crew = await aCrewMember(server, fixture)
  expect((await crew.get(path())).body.items).toMatchObject([{ id }])
  expectError(await crew.post(path(), { title: 'Theirs' }), 'FORBIDDEN')
  expectError(await crew.patch(\`/${feature}/\${id}\`, { title: 'Theirs' }), 'FORBIDDEN')
  const others = [await aClient(server, fixture.studio.id), (await aStudio(server)).admin]
  for (const other of others) {
    expectError(await other.get(path()), 'FORBIDDEN')
    expectError(await other.delete(\`/${feature}/\${id}\`), 'NOT_FOUND')
  }
  expectError(await callAs(server.url, null).get(path()), 'UNAUTHENTICATED')
})
`,
    [`${web}/api.ts`]: `import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { useAction } from '#lib/server/use-action.ts'

const ${many}Key = api.${many}.key()
const A_PAGE = 50

/** The ${label} of a studio, page by page, newest first. They are read again when one changes. */
export function use${Many}(studio_id: string) {
  useLive('${feature}', ${many}Key)
  return useInfiniteQuery(
    infiniteQueryOptions({
      ...api.${many}.list.infiniteOptions({
        input: (cursor: string | undefined) => ({ studio_id, limit: A_PAGE, ...cursorInput(cursor) }),
        ...cursorPaging,
      }),
      select: flattenPages,
      meta: { failed: 'Failed to load ${label}' },
    }),
  )
}

export const useCreate${One} = () =>
  useAction({
    send: client.${many}.create,
    once: true,
    done: '${capitalize(labelOne)} created',
    failed: 'Failed to create ${anA(labelOne)}',
    refresh: ${many}Key,
  })

export const useDelete${One} = () =>
  useAction({
    send: client.${many}.delete,
    done: '${capitalize(labelOne)} deleted',
    failed: 'Failed to delete ${anA(labelOne)}',
    refresh: ${many}Key,
  })
`,
    [`${web}/components/new-${names.oneFile}-dialog.tsx`]: `import { New${One} } from '@studiohub/contract/features/${feature}/schema.ts'
import { ${TITLE_MAX} } from '@studiohub/contract/features/${feature}/words.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { useCreate${One} } from '../api.ts'

type New${One}DialogProps = { studio_id: string; onClose: () => void }

/** Creates ${anA(labelOne)}. */
export function New${One}Dialog({ studio_id, onClose }: New${One}DialogProps) {
  const create = useCreate${One}()
  const form = useSchemaForm(New${One}, { title: '' })
  const onError = (error: Error) => showFieldErrors(form, ['title'], error)
  const submit = form.handleSubmit(({ title }) =>
    create.mutate({ studio_id, title }, { onSuccess: onClose, onError }),
  )
  return (
    <FormDialog
      title="New ${capitalize(labelOne)}"
      submitLabel="Create"
      pendingLabel="Creating..."
      isPending={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Title" required error={form.formState.errors.title?.message}>
        {(control) => (
          <Input {...control} {...form.register('title')} maxLength={${TITLE_MAX}} data-autofocus />
        )}
      </Field>
    </FormDialog>
  )
}
`,
    [`${web}/${feature}-screen.tsx`]: `import { canChange${Many} } from '@studiohub/contract/features/${feature}/policy.ts'
import { Plus, Shapes } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { EmptyState } from '#ui/states.tsx'
import { toActor, useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useDelete${One}, use${Many} } from './api.ts'

const New${One}Dialog = lazy(async () => ({
  default: (await import('./components/new-${names.oneFile}-dialog.tsx')).New${One}Dialog,
}))

export default function ${Many}Screen() {
  const { studio, me } = useActiveStudio()
  if (!studio) return <NoStudio page="${Label}" />
  return <${Many}View studio_id={studio.id} canChange={canChange${Many}(toActor(me), studio.id)} />
}

function ${Many}View({ studio_id, canChange }: { studio_id: string; canChange: boolean }) {
  const ${many} = use${Many}(studio_id)
  const remove = useDelete${One}()
  const [isNew, setNew] = useState(false)
  const newButton = canChange && (
    <Button onClick={() => setNew(true)}>
      <Plus aria-hidden />
      New ${capitalize(labelOne)}
    </Button>
  )
  return (
    <Page title="${Label}" subtitle="The ${label} of your studio" action={newButton}>
      <QueryView
        query={${many}}
        loadingText="Loading ${label}..."
        errorTitle="Failed to load ${label}"
        empty={<EmptyState icon={Shapes} title="No ${Label} Yet" />}
      >
        {(rows) => (
          <div className="grid gap-4">
            <ul className="divide-y divide-border rounded-md border border-border bg-card">
              {rows.map((${one}) => (
                <li key={${one}.id} className="flex min-h-14 items-center justify-between gap-4 px-4">
                  <span className="min-w-0 break-words">{${one}.title}</span>
                  {canChange && (
                    <Button look="quiet" aria-label={\`Delete \${${one}.title}\`} onClick={() => remove.mutate({ id: ${one}.id })}>
                      Delete
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            <ShowMore list={${many}} />
          </div>
        )}
      </QueryView>
      {isNew && (
        <Suspense fallback={<LoadingOverlay>Opening...</LoadingOverlay>}>
          <New${One}Dialog studio_id={studio_id} onClose={() => setNew(false)} />
        </Suspense>
      )}
    </Page>
  )
}
`,
    [`testing/src/fence/${feature}.ts`]: `import { objectId, studios } from './cast.ts'
import type { TableUnderTest } from './table.ts'

const { alpha, beta, closed } = studios
const row = (id: string, studio: string) =>
  \`insert into ${table} (id, studio_id, title) values ('\${id}', '\${studio}', 'First');\`

/** Inserts the rows as the login role. */
export const ${many}Sql = [row(objectId(901), alpha), row(objectId(902), beta)].join('\\n')

/** The tables of this file. */
export const ${one}Tables: Record<string, TableUnderTest> = {
  ${table}: {
    rows: { 'of A': \`id = '\${objectId(901)}'\`, 'of B': \`id = '\${objectId(902)}'\` },
    changes: { rename: "title = 'Second'", 'move to the closed studio': \`studio_id = '\${closed}'\` },
    inserts: { 'at A': { sql: row(objectId(903), alpha) }, 'at B': { sql: row(objectId(903), beta) } },
  },
}
`,
    [`docs/features/${feature}.md`]: `# ${Label}

What ${label} are for, in two sentences.

| who | sees | changes |
|---|---|---|
| studio admin | all of the studio | all |
| crew | all of the studio | nothing |

| call | answer |
|---|---|
| \`GET /studios/{studio_id}/${feature}\` | pages, newest first |
| \`POST /studios/{studio_id}/${feature}\` | the ${labelOne}; honours an Idempotency-Key |
| \`PATCH /${feature}/{id}\` | the ${labelOne}; an older \`version\` fails (\`STALE_VERSION\`) |
| \`DELETE /${feature}/{id}\` | the ${labelOne} as it was |

Screen: \`/studio/${feature}\`. Live topic \`${feature}\`.
`,
  }
}

const capitalize = (text) => text.slice(0, 1).toUpperCase() + text.slice(1)

const anA = (noun) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
