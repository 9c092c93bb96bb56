-- Up Migration

-- Whoever asked for a texted code has tries of their own, so that strangers' wrong guesses do not void it.
alter table auth.one_time_tokens
	-- The network that asked for the code; null for an email.
	add column asked_from text,
	-- Wrong tries from that network, and from those its user has signed in from. Everybody else's are in code_tries.
	add column own_tries smallint not null default 0;
