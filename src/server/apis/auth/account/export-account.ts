import { presentSessionRow, readSessions } from '#server/apis/auth/account/list-sessions.ts'
import { requireRecentSignIn } from '#server/apis/auth/account/require-recent-sign-in.ts'
import { exportAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { presentUser, type UserRow, userColumns, userRowSchema } from '#server/apis/auth/user/users.ts'
import { readNotices } from '#server/features/release-notices/notices.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /account/export`: returns everything stored about the caller as one JSON file. Throws `reauthentication_needed`
 * without a recent sign-in.
 */
export function exportAccount(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Returns everything stored about the user.',
			for: 'users',
			answers: { 200: exportAnswer },
		},
		authenticate: (c) =>
			requireRecentSignIn(auth, c.req.raw, 'Exporting an account requires reauthentication'),
		act: async (c, session) => {
			const { database } = auth
			const now = auth.clock.now()
			const { user, claims } = session
			await database.asServer((tx) =>
				recordEvent(tx, { userId: user.id, action: 'account_exported', from: deviceOf(c), now }),
			)
			// Reads as the user, so that row level security leaves out everyone else's rows.
			const rows = await database.asCaller({ role: 'authenticated', claims }, (tx) => readRows(tx, user.id), {
				readOnly: true,
			})
			const collected = await collect(auth, { user, rows, now, sessionId: claims.session_id })
			return new Response(JSON.stringify(collected, null, '\t'), {
				headers: {
					'content-type': 'application/json; charset=utf-8',
					'content-disposition': `attachment; filename="headstart-${now.toISOString().slice(0, 10)}.json"`,
				},
			})
		},
	})
}

type Shop = Pick<AuthDependencies, 'database' | 'siteUrl'>

/** Returns everything stored about a user, for an owner to hand over to them. Null if there is no such user. */
export async function exportForOwner(
	shop: Shop,
	userId: string,
	now: Date,
): Promise<Record<string, unknown> | null> {
	const user = await maybeOne(
		shop.database,
		sql`select ${userColumns} from auth.users u where u.id = ${userId}`,
		userRowSchema,
	)
	if (user === undefined) return null
	const rows = await shop.database.asServer((tx) => readRows(tx, userId))
	return await collect(shop, { user, rows, now, sessionId: '' })
}

interface Collecting {
	user: UserRow
	rows: Record<string, unknown>
	/** The caller's session, which the list of devices marks. */
	sessionId: string
	now: Date
}

async function collect(
	{ database, siteUrl }: Shop,
	{ user, rows, sessionId, now }: Collecting,
): Promise<Record<string, unknown>> {
	const userId = user.id
	const sessions = await readSessions(database, { userId, now })
	return {
		exported_at: now.toISOString(),
		from: siteUrl,
		account: accountOf(user),
		devices: sessions.map((row) => ({
			...presentSessionRow(row, sessionId),
			user_agent: row.user_agent,
			ip_address: row.ip,
		})),
		keys: await database.query(sql`
			select case when factor_id is null then 'passkey' else 'security key' end as kind, friendly_name, credential_id,
				encode(public_key, 'base64') as public_key, transports, created_at, last_used_at
			from auth.webauthn_credentials where user_id = ${userId} order by created_at`),
		...rows,
		requests: await database.query(sql`
			select purchase_id, kind, said, asked_at, answer, answered_at from shop.requests where user_id = ${userId} order by asked_at`),
		review_requests: await database.query(sql`
			select about as catalogue_id, queued_at as asked_at, mailed_at from shop.outbox
			where list = 'reviews' and user_id = ${userId} order by queued_at`),
		edition_notices: await database.query(sql`
			select split_part(about, ' ', 1) as catalogue_id, split_part(about, ' ', 2) as edition, queued_at, mailed_at from shop.outbox
			where list = 'editions' and user_id = ${userId} order by queued_at`),
		announcements: await database.query(sql`
			select a.subject, m.mailed_at from shop.outbox m join shop.announcements a on a.id::text = m.about
			where m.list = 'news' and m.user_id = ${userId} and m.mailed_at is not null order by m.mailed_at`),
		release_notices: await readNotices(database, confirmedAddress(user)),
	}
}

/**
 * Returns the address whose release notices belong to the account. It must be confirmed, because anybody can enter any address.
 */
function confirmedAddress(user: UserRow): string {
	return user.email_confirmed_at === null ? '' : user.email
}

/** Returns the account in the Auth API's format, without `aud` and `role`, which say nothing about the user. */
function accountOf(user: UserRow): Record<string, unknown> {
	const { aud: _aud, role: _role, ...account } = presentUser(user)
	return account
}

async function readRows(tx: Transaction, userId: string): Promise<Record<string, unknown>> {
	const purchases = await tx.query(sql`
		select id, catalogue_id, product_name, price, currency, status, stripe_session_id, part_of, created_at, updated_at
		from public.purchases where user_id = ${userId} order by created_at, id`)
	const receipts = await tx.query(sql`
		select number, purchase_id, product_name, amount, vat, vat_country, vat_rate, discount_pence, discount_code, currency, seller_name, seller_address, seller_email,
			seller_vat_number, consent_wording, consent_at, paid_at, issued_late_at, mailed_at, emailed_before
		from public.receipts where user_id = ${userId} order by serial`)
	const refunds = await tx.query(sql`
		select id, purchase_id, kind, amount, currency, at, stands, mailed_at
		from public.refunds where user_id = ${userId} order by at, id`)
	const downloads = await tx.query(sql`
		select file_name, catalogue_id, edition, at, automatic from public.downloads where user_id = ${userId} order by at, id`)
	const events = await tx.query(sql`
		select action, details, ip_address, created_at from auth.audit_log_entries where user_id = ${userId}
		order by created_at, id`)
	// Without the networks: they may be somebody else's.
	const refusals = await tx.query(sql`
		select place, what, code, count, first_at, last_at from auth.refusals where user_id = ${userId} order by first_at, what`)
	const reviews = await tx.query(sql`
		select catalogue_id, rating, body, author_name, acquired, refunded, created_at, edited_at, answer, answered_at,
			hidden_at, hidden_reason,
			(
				select json_agg(json_build_object('rating', v.rating, 'body', v.body, 'written_at', v.written_at) order by v.id)
				from public.review_versions v where v.review_id = r.id
			) as versions
		from public.reviews r where user_id = ${userId} order by serial`)
	const plans = await tx.query(sql`select plan, version from public.plans where user_id = ${userId}`)
	return { purchases, receipts, refunds, downloads, events, refusals, reviews, plans }
}
