create or replace function shop.record_history() returns trigger
	language plpgsql security definer set search_path = ''
as $$
begin
	if tg_op = 'INSERT' or new.status is distinct from old.status then
		insert into shop.purchase_history (purchase_id, from_status, to_status, cause, decided_by, reason)
		values (
			new.id,
			case when tg_op = 'UPDATE' then old.status end,
			new.status,
			coalesce(nullif(current_setting('shop.cause', true), ''), 'client'),
			nullif(current_setting('shop.decided_by', true), ''),
			nullif(current_setting('shop.reason', true), '')
		);
	end if;
	return null;
end
$$;
