import type { PlatformStudioChanges, StudioQuery } from '@studiohub/contract/features/admin/schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { cursorInput } from '#lib/server/pages.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'
import { useAction } from '#lib/server/use-action.ts'
import { adminKey, loadError, type OptionalFields, ROWS_PER_PAGE } from './api.ts'

/** One studio for an operator. */
export const useStudioOverview = (studio_id: string) =>
  useQuery(api.admin.getStudio.queryOptions({ input: { studio_id } }))

export const useStudios = ({ search, sort, state, cursor }: OptionalFields<StudioQuery>) =>
  useQuery({
    ...api.admin.listStudios.queryOptions({
      input: {
        limit: ROWS_PER_PAGE,
        ...(search && { search }),
        ...(sort && { sort }),
        ...(state && { state }),
        ...cursorInput(cursor),
      },
    }),
    placeholderData: keepPreviousData,
    meta: { failed: 'Error loading studios' },
  })

/** All studios by name, for a select. */
export const useStudioChoices = () =>
  useQuery({
    queryKey: [...adminKey, 'choices'],
    queryFn: () => readAllPages((page) => client.studios.list(page)),
    select: (studios) => studios.map(({ id, name }) => ({ value: id, label: name })),
    meta: loadError,
  })

export const useCreateStudio = () =>
  useAction({
    send: client.studios.create,
    once: true,
    done: 'Studio created successfully',
    failed: 'Error saving studio',
    refresh: adminKey,
  })

export const useUpdateStudio = () =>
  useAction({
    send: (change: PlatformStudioChanges & { studio_id: string }) => client.admin.updateStudio(change),
    done: 'Studio updated successfully',
    failed: 'Error saving studio',
    refresh: adminKey,
  })

/** Activates or deactivates a studio. */
export const useSetStudioActive = () =>
  useAction({
    send: (input: { studio_id: string; is_active: boolean }) => client.admin.updateStudio(input),
    done: (_response, { is_active }) => (is_active ? 'Studio activated' : 'Studio deactivated'),
    failed: 'Error updating studio',
    refresh: adminKey,
  })

/** Emails the admins of a studio in the platform's name. */
export const useWriteToOwner = () =>
  useAction({
    send: client.admin.writeToOwner,
    once: true,
    done: 'Email is being sent',
    failed: 'Error sending the email',
    refresh: adminKey,
  })

export const useExtendTrial = () =>
  useAction({
    send: client.admin.extendTrial,
    once: true,
    done: 'Trial extended',
    failed: 'Error extending the trial',
    refresh: adminKey,
  })
