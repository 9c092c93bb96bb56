import { createHash, randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { z } from 'zod'

const bodySchema = z.object({ refresh_token: z.string() })

/** Runs the statements of a refresh in sequence, without signing, encrypting or checking anything. */
export function bareRefresh(databaseUrl: string): RequestListener {
	const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 })
	return async (request, response) => {
		const { refresh_token: token } = bodySchema.parse(await json(request))
		const successor = randomBytes(32).toString('base64url')
		const client = await pool.connect()
		await client.query('begin')
		await client.query(
			'select from auth.sessions where id = (select session_id from auth.refresh_tokens where token_hash = $1) for update',
			[hashOf(token)],
		)
		const { rows } = await client.query(
			`select u.*, t.id as token_id, s.id as session_id,
				(select coalesce(jsonb_agg(to_jsonb(i)), '[]') from auth.identities i where i.user_id = u.id) as identities,
				(select coalesce(jsonb_agg(to_jsonb(f)), '[]') from auth.mfa_factors f where f.user_id = u.id) as factors,
				(select coalesce(jsonb_agg(m.authentication_method), '[]') from auth.mfa_amr_claims m where m.session_id = s.id) as amr
			from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id join auth.users u on u.id = s.user_id
			where t.token_hash = $1`,
			[hashOf(token)],
		)
		await client.query(
			`with spent as (
				update auth.refresh_tokens set revoked_at = now(), successor_sealed = $3 where id = $1 returning id, session_id
			), seen as (update auth.sessions set refreshed_at = now(), updated_at = now() where id = $4)
			insert into auth.refresh_tokens (token_hash, session_id, parent) select $2, session_id, id from spent`,
			[rows[0]?.token_id, hashOf(successor), randomBytes(71), rows[0]?.session_id],
		)
		await client.query('commit')
		client.release()
		const { encrypted_password: _, ...user } = rows[0] ?? {}
		response
			.writeHead(200, { 'content-type': 'application/json' })
			.end(JSON.stringify({ refresh_token: successor, user }))
	}
}

function hashOf(token: string): Buffer {
	return createHash('sha256').update(token).digest()
}
