-- A session that its deposit confirms activates its draft project, as a confirmation by a person does.
grant update (status, updated_at, version) on projects to studiohub_system;
