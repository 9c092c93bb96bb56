-- Up Migration

-- What happened to accounts, and what was done with the secret key, is written once. No login that the server runs with can change
-- or remove a line: that is left to the two functions below, which run as the owner of the database.
alter table auth.audit_log_entries
	drop constraint audit_log_entries_user_id_fkey,
	alter column user_id drop not null,
	add column actor text not null default 'user' check (actor in ('user', 'service_role')),
	add check (user_id is not null or actor = 'service_role') not valid;

-- There is no policy for deleting, so that a delete reaches no line. It is not refused: the release before this one still deletes
-- old lines in the same job as much else. Changing lines and truncating the table have never been granted.
drop policy audit_log_entries_jobs on auth.audit_log_entries;
create policy audit_log_entries_jobs_read on auth.audit_log_entries for select to shop_jobs using (true);
create policy audit_log_entries_jobs_write on auth.audit_log_entries for insert to shop_jobs with check (true);
create policy audit_log_entries_owner on auth.audit_log_entries to current_user using (true) with check (true);

-- Takes no arguments, so a caller can only do what is due anyway: network addresses and mailboxes go after 90 days, lines after a year.
create function auth.prune_audit_log(out lines bigint, out addresses bigint)
	language plpgsql security definer set search_path = ''
as $$
begin
	delete from auth.audit_log_entries where created_at < now() - interval '366 days';
	get diagnostics lines = row_count;
	update auth.audit_log_entries set ip_address = null, notice_to = null
		where created_at < now() - interval '90 days' and (ip_address is not null or notice_to is not null);
	get diagnostics addresses = row_count;
end
$$;
grant execute on function auth.prune_audit_log() to shop_jobs;

-- Once an account is deleted, only what was done and when remains, under an id that no other table links to a person.
create function auth.strip_audit_log() returns trigger
	language plpgsql security definer set search_path = ''
as $$
begin
	update auth.audit_log_entries set ip_address = null, notice_to = null, details = '{}' where user_id = old.id;
	return null;
end
$$;
create trigger users_strip_audit_log after delete on auth.users
	for each row execute function auth.strip_audit_log();
