import type { BookingSearch } from '@studiohub/contract/features/search/rules.ts'
import type { FoundBooking, FoundCard, FoundPerson, FoundProject } from '@studiohub/contract/features/search/schema.ts'
import { FOUND_MAX } from '@studiohub/contract/features/search/words.ts'
import { type RawBuilder, sql } from 'kysely'

/** The scope of a search. `client_id` is the caller's own record if they are a client. */
export type SearchFilter = { studio_id: string; client_id: string | null; now: Date }
export type SearchInput = SearchFilter & { words: readonly string[]; with_contacts: boolean }

/** If many rows match, at most this many are sorted. */
const CANDIDATES_MAX = 200
const CLIENTS_OF_BOOKINGS_MAX = 20
/** The days before and after now in which a search for only a service looks. */
const DAYS_AROUND = 60

const textArray = (words: readonly string[]) => sql`string_to_array(${words.join(' ')}, ' ')`

/** Splits a text into words, and reads whether crew of the studio see contacts. */
export const readSearchWords = (studio_id: string, q: string) =>
  sql<{ words: string[]; crew_sees_contacts: boolean }>`
    select app.search_words(array[${q}::text]) as words, s.crew_sees_contacts
    from studios s where s.id = ${studio_id}::uuid`

/** The services of a studio, each with the words of its name. */
export const listServiceWords = (studio_id: string) =>
  sql<{ key: string; words: string[] }>`
    select s.key, app.search_words(array[s.label]) as words from studio_services s
    where s.studio_id = ${studio_id}::uuid order by s.position, s.key`

const selectIds = (
  kind: 'client' | 'project' | 'card',
  { words, with_contacts }: SearchInput,
  limit = CANDIDATES_MAX,
) => sql`(select door.find_by_words(${kind}, ${textArray(words)}, ${with_contacts}, ${limit}::integer))`

/** Finds clients. Names that begin with the first word come first. */
export const findClients = (search: SearchInput) =>
  sql<FoundPerson>`
    select c.id, 'client' as kind, c.name, case when ${search.with_contacts}::boolean then c.email end as email
    from client_records c
    where c.studio_id = ${search.studio_id}::uuid and c.id in ${selectIds('client', search)}
    order by starts_with(lower(c.name), ${search.words[0] ?? ''}) desc, lower(c.name), c.id
    limit ${FOUND_MAX}::integer`

/** Finds admins and crew of the studio. They are few, so the query compares each of them without an index. */
export const findCrew = ({ studio_id, words }: SearchInput) =>
  sql<FoundPerson>`
    select p.id, 'crew' as kind, p.full_name as name, null as email from profiles p
    where p.id in (select r.user_id from user_roles r where r.studio_id = ${studio_id}::uuid
        and r.role in ('studio_admin', 'staff') and r.status = 'active')
      and app.search_terms(${studio_id}::uuid, array[p.full_name], '{}')
        @@ app.search_query(${studio_id}::uuid, ${textArray(words)}, false)
    order by lower(p.full_name), p.id limit ${FOUND_MAX}::integer`

/** The condition of a matching row. For a client it compares their own rows, which are few; otherwise it uses the index. */
const matchesSearch = (kind: 'project' | 'card', search: SearchInput): RawBuilder<boolean> => {
  const { client_id, studio_id, words } = search
  if (client_id === null) return sql`t.id in ${selectIds(kind, search)}`
  return sql`t.client_id = ${client_id}::uuid and app.search_terms(t.studio_id, array[t.title], '{}')
    @@ app.search_query(${studio_id}::uuid, ${textArray(words)}, false)`
}

const projectColumns = sql`t.id, t.title, c.name as client_name, t.status`
const clientOfRow = sql`left join client_records c on c.studio_id = t.studio_id and c.id = t.client_id`

export const findProjects = (search: SearchInput) =>
  sql<FoundProject>`
    select ${projectColumns} from projects t ${clientOfRow}
    where t.studio_id = ${search.studio_id}::uuid and ${matchesSearch('project', search)}
    order by t.updated_at desc, t.id limit ${FOUND_MAX}::integer`

export const findCards = (search: SearchInput) =>
  sql<FoundCard>`
    select t.id, t.title, p.title as project_title, t.phase from production_cards t
    join projects p on p.id = t.project_id
    where t.studio_id = ${search.studio_id}::uuid and ${matchesSearch('card', search)}
    order by t.updated_at desc, t.id limit ${FOUND_MAX}::integer`

/** Lists the projects that changed most recently. People of the studio get no samples. */
export const listRecentProjects = ({ studio_id, client_id }: SearchFilter) =>
  sql<FoundProject>`
    select ${projectColumns} from projects t ${clientOfRow}
    where t.studio_id = ${studio_id}::uuid and (t.client_id = ${client_id}::uuid or ${client_id}::uuid is null and not t.is_sample)
    order by t.updated_at desc, t.id limit ${FOUND_MAX}::integer`

const bookingColumns = sql`b.id, c.name as client_name, coalesce(s.label, b.service_type) as service, b.booking_date,
  b.start_time, b.end_time, b.status`
const namesOfBooking = sql`
  left join client_records c on c.studio_id = b.studio_id and c.id = b.client_id
  left join studio_services s on s.studio_id = b.studio_id and s.key = b.service_type`

/** Lists the next sessions that have not ended. */
export const listNextBookings = ({ studio_id, client_id, now }: SearchFilter) =>
  sql<FoundBooking>`
    select ${bookingColumns} from bookings b ${namesOfBooking}
    where b.studio_id = ${studio_id}::uuid and b.booking_type = 'client_booking' and b.status in ('pending', 'confirmed')
      and b.booking_date >= (${now.toISOString()}::timestamptz - interval '1 day')::date
      and b.ends_at > ${now.toISOString()}::timestamptz
      and (b.client_id = ${client_id}::uuid or ${client_id}::uuid is null)
    order by b.booking_date, b.start_time, b.id limit ${FOUND_MAX}::integer`

/** Finds the sessions nearest to now. `distance` is in seconds. */
export function findBookings(search: SearchInput, { client_words, services }: BookingSearch) {
  const { studio_id, now } = search
  const at = sql`${now.toISOString()}::timestamptz`
  const isOfService = services === null ? sql`true` : sql`b.service_type = any (${textArray(services)})`
  const rows = sql`select b.* from bookings b where b.studio_id = ${studio_id}::uuid
    and b.booking_type = 'client_booking' and ${isOfService}`
  return sql<FoundBooking & { distance: number }>`
    select ${bookingColumns}, abs(extract(epoch from b.starts_at - ${at}))::float8 as distance
    from (${selectNearestSessions({ search, client_words, rows, at })}) b ${namesOfBooking}
    order by distance, b.id limit ${FOUND_MAX}::integer`
}

type NearestInput = {
  search: SearchInput
  client_words: readonly string[] | null
  rows: RawBuilder<unknown>
  at: RawBuilder<unknown>
}

/** Selects a few sessions before and after now: of the caller, of each client with these words, or of the whole studio. */
function selectNearestSessions({ search, client_words, rows, at }: NearestInput): RawBuilder<unknown> {
  const { client_id } = search
  // Words that no service has would have to be in a client's name, but clients cannot search for people.
  if (client_id !== null && client_words !== null) return sql`${rows} and false`
  const selectAround = (condition: RawBuilder<unknown>) => sql`
    (${rows} and ${condition} and b.booking_date >= (${at})::date
      order by b.booking_date, b.start_time limit ${FOUND_MAX}::integer)
    union all (${rows} and ${condition} and b.booking_date < (${at})::date
      order by b.booking_date desc, b.start_time desc limit ${FOUND_MAX}::integer)`
  if (client_id !== null) return selectAround(sql`b.client_id = ${client_id}::uuid`)
  if (client_words !== null) {
    const clients = selectIds('client', { ...search, words: client_words }, CLIENTS_OF_BOOKINGS_MAX)
    return sql`select b.* from ${clients} as named (id), lateral (${selectAround(sql`b.client_id = named.id`)}) b`
  }
  const days = sql`make_interval(days => ${DAYS_AROUND}::integer)`
  return selectAround(sql`b.booking_date between (${at} - ${days})::date and (${at} + ${days})::date`)
}
