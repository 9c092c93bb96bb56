-- Up Migration

-- Reads each of these rows in the name of the caller at its place: many changes and subscribers in one statement. Without a table, only the session is
-- checked; `ended` says why it no longer counts. Replaces `read_row_for`, which servers of the previous release still call; a later release drops it.
create function realtime.read_rows_for(callers text[], of_tables text[], with_ids text[])
	returns table (ended text, visible text)
	language plpgsql set search_path = ''
as $$
declare
	claims text;
	of_table text;
	with_id text;
begin
	for claims, of_table, with_id in select * from unnest(callers, of_tables, with_ids) loop
		perform set_config('request.jwt.claims', claims, true);
		ended := null;
		visible := null;
		begin
			perform auth.require_live_session();
			if of_table is not null then
				visible := realtime.read_row(of_table, with_id);
			end if;
		exception when sqlstate 'HS001' or sqlstate 'HS002' then
			ended := sqlstate;
		end;
		return next;
	end loop;
end
$$;
grant execute on function realtime.read_rows_for(text[], text[], text[]) to authenticated;
