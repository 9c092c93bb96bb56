import { presentSessionRow, readSessions } from '#server/apis/auth/account/list-sessions.ts'
import { requireRecentSignIn } from '#server/apis/auth/account/require-recent-sign-in.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import type { LiveSession } from '#server/apis/auth/sessions/sessions.ts'
import { type Device, deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { presentUser } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { readNotices } from '#server/shop/release-notices/notices.ts'

/**
 * `POST /account/export`: returns everything stored about the caller as one JSON file. Throws `reauthentication_needed`
 * without a recent sign-in.
 */
export function exportAccount(auth: AuthDependencies): Handler {
	return handle({
		authenticate: (c) =>
			requireRecentSignIn(auth, c.req.raw, 'Exporting an account requires reauthentication'),
		act: async (c, session) => {
			const now = auth.clock.now()
			const file = JSON.stringify(await collect(auth, session, { device: deviceOf(c), now }), null, '\t')
			return new Response(file, {
				headers: {
					'content-type': 'application/json; charset=utf-8',
					'content-disposition': `attachment; filename="headstart-${now.toISOString().slice(0, 10)}.json"`,
				},
			})
		},
	})
}

async function collect(
	{ database, siteUrl }: AuthDependencies,
	session: LiveSession,
	{ device, now }: { device: Device; now: Date },
): Promise<Record<string, unknown>> {
	const userId = session.user.id
	await database.asServer((tx) => recordEvent(tx, { userId, action: 'account_exported', from: device, now }))
	const sessions = await readSessions(database, { userId, now })
	const caller = { role: 'authenticated', claims: session.claims } as const
	const rows = await database.asCaller(caller, readOwnRows, { readOnly: true })
	return {
		exported_at: now.toISOString(),
		from: siteUrl,
		account: accountOf(session),
		devices: sessions.map((row) => ({
			...presentSessionRow(row, session.claims.session_id),
			user_agent: row.user_agent,
			ip_address: row.ip,
		})),
		keys: await database.query(sql`
			select case when factor_id is null then 'passkey' else 'security key' end as kind, friendly_name, credential_id,
				encode(public_key, 'base64') as public_key, transports, created_at, last_used_at
			from auth.webauthn_credentials where user_id = ${userId} order by created_at`),
		...rows,
		review_requests: await database.query(sql`
			select catalogue_id, asked_at, mailed_at from shop.review_requests where user_id = ${userId} order by asked_at`),
		edition_notices: await database.query(sql`
			select catalogue_id, edition, queued_at, mailed_at from shop.edition_notices where user_id = ${userId} order by queued_at`),
		release_notices: await readNotices(database, confirmedAddress(session)),
	}
}

/** Release notices belong to an address, so they are the account's only if it has confirmed that address. */
function confirmedAddress({ user }: LiveSession): string {
	return user.email_confirmed_at === null ? '' : user.email
}

/** Returns the account without the fields the Auth API repeats. */
function accountOf({ user }: LiveSession): Record<string, unknown> {
	const { aud: _aud, role: _role, phone: _phone, ...account } = presentUser(user)
	return account
}

/** Reads as the user, so that row level security leaves out everyone else's rows. */
async function readOwnRows(tx: Transaction): Promise<Record<string, unknown>> {
	const purchases = await tx.query(sql`
		select id, catalogue_id, product_name, price, currency, status, stripe_session_id, created_at, updated_at
		from public.purchases where user_id = auth.uid() order by created_at, id`)
	const receipts = await tx.query(sql`
		select number, purchase_id, product_name, amount, vat, currency, seller_name, seller_address, seller_email,
			seller_vat_number, consent_wording, consent_at, paid_at, issued_late_at, mailed_at
		from public.receipts where user_id = auth.uid() order by serial`)
	const refunds = await tx.query(sql`
		select id, purchase_id, kind, amount, currency, at, stands, mailed_at
		from public.refunds where user_id = auth.uid() order by at, id`)
	const downloads = await tx.query(sql`
		select file_name, catalogue_id, edition, at from public.downloads where user_id = auth.uid() order by at, id`)
	const events = await tx.query(sql`
		select action, details, ip_address, created_at from auth.audit_log_entries where user_id = auth.uid()
		order by created_at, id`)
	const reviews = await tx.query(sql`
		select catalogue_id, rating, body, author_name, acquired, refunded, created_at, edited_at, answer, answered_at,
			hidden_at, hidden_reason,
			(
				select json_agg(json_build_object('rating', v.rating, 'body', v.body, 'written_at', v.written_at) order by v.id)
				from public.review_versions v where v.review_id = r.id
			) as versions
		from public.reviews r where user_id = auth.uid() order by serial`)
	return { purchases, receipts, refunds, downloads, events, reviews }
}
