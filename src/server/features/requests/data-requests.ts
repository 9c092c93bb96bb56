import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { idRow, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { mailButton, mailParagraph, mailQuote } from '#server/shop/emails/mail-parts.ts'
import type { Mail, MailContext } from '#server/shop/emails/mailer.ts'
import { fillTexts, writeMail } from '#server/shop/emails/write-mail.ts'
import { dayMs } from '#shared/clock.ts'
import { secondOf } from '#shared/dates.ts'
import type { dataNotices, NamedMailTexts } from '#shared/mail-texts.ts'
import { type DataRequest, dataRequestSchema, kindsOfDataRequest } from '#shared/refund-terms.ts'
import { acknowledgeDataRequestJob } from './jobs.ts'
import { mailOnce, type RequestMail } from './mail-once.ts'

const complaintDays = 30

/** Returns until when the law wants an answer: within a month to a request, within 30 days at least a word about a complaint. */
export function answerBy({ kind, asked_at }: { kind: DataRequest['kind']; asked_at: Date }): Date {
	if (kind === 'data complaint') return new Date(asked_at.getTime() + complaintDays * dayMs)
	const due = new Date(asked_at)
	due.setUTCMonth(due.getUTCMonth() + 1)
	// The last day of a month that is shorter.
	if (due.getUTCDate() !== asked_at.getUTCDate()) due.setUTCDate(0)
	return due
}

/** Who asks about their data: a user, or somebody without an account, by an address that is theirs. */
export interface DataAsker {
	userId: string | null
	/** Empty if a user has none. */
	email: string
}

interface AskedAboutData {
	asker: DataAsker
	kind: DataRequest['kind']
	said: string
	now: Date
}

/** Records what somebody asks about their data, of which each kind is open once at a time, and queues the acknowledgement. */
export async function askAboutData(
	database: Database,
	{ asker: { userId, email }, kind, said, now }: AskedAboutData,
): Promise<void> {
	await database.asServer(async (tx) => {
		const request = await maybeOne(
			tx,
			sql`
			insert into shop.requests (user_id, email, kind, said, asked_at)
			values (${userId}, ${userId === null ? email : null}, ${kind}, ${said}, ${now}) on conflict do nothing returning id`,
			idRow,
		)
		if (request !== undefined) await addJob(tx, acknowledgeDataRequestJob, { requestId: request.id })
	})
}

/** Reads what somebody has asked about their data, newest first. */
export async function readDataRequests(
	tx: Pick<Transaction, 'query'>,
	{ userId, email }: DataAsker,
): Promise<DataRequest[]> {
	const rows = await tx.query(
		sql`
		select id, kind, asked_at, said, answer from shop.requests
		where purchase_id is null and (user_id = ${userId} or ${userId === null} and user_id is null and email = ${email}) order by asked_at desc limit 50`,
		dataRequestSchema.omit({ at: true }).extend({ asked_at: z.date() }),
	)
	return rows.map(({ asked_at, ...row }) => ({ ...row, at: asked_at.toISOString() }))
}

const waitingSchema = z.object({
	request: z.uuid(),
	about: z.enum(kindsOfDataRequest),
	email: z.string().nullable(),
	/** Null if they have no account. */
	user_id: z.uuid().nullable(),
	said: z.string(),
	asked_at: z.date(),
	acknowledged_at: z.date().nullable(),
})

/** Reads the requests and complaints about data that wait for an answer, oldest first. */
export async function readWaitingDataRequests(database: Pick<Transaction, 'query'>, most: number) {
	const rows = await database.query(
		sql`
		select q.id as request, q.kind as about, coalesce(u.email, q.email) as email, u.id as user_id, q.said, q.asked_at, q.acknowledged_at
		from shop.requests q left join auth.users u on u.id = q.user_id
		where q.purchase_id is null and q.answered_at is null and (u.id is not null or q.email is not null) order by q.asked_at limit ${most}`,
		waitingSchema,
	)
	return rows.map((row) => ({
		...row,
		answer_by: answerBy({ kind: row.about, asked_at: row.asked_at }),
	}))
}

const mailSchema = z.object({
	kind: z.enum(kindsOfDataRequest),
	said: z.string(),
	asked_at: z.date(),
	answer: z.string().nullable(),
	email: z.string(),
	raw_user_meta_data: z.unknown(),
	has_account: z.boolean(),
})

/** Emails somebody that their request has arrived, with its words and its time to the second, or the answer to it. */
export async function sendDataMail(
	context: MailContext,
	requestId: string,
	mailed: RequestMail,
): Promise<void> {
	const { siteUrl, texts } = context
	const isAnswer = mailed === 'answer_mailed_at'
	await mailOnce(context, {
		requestId,
		mailed,
		select: (isWanted) => sql`
			select q.kind, q.said, q.asked_at, q.answer, coalesce(u.email, q.email) as email, u.raw_user_meta_data,
				u.id is not null as has_account
			from shop.requests q left join auth.users u on u.id = q.user_id
			where ${isWanted} and coalesce(u.email, q.email) is not null`,
		row: mailSchema,
		write: ({ kind, said, asked_at, answer, email, raw_user_meta_data, has_account }) => {
			const asked = kind === 'data request' ? 'data_request_asked' : 'data_complaint_asked'
			return dataMail({
				notice: isAnswer ? 'data_answered' : asked,
				requestId,
				to: email,
				userMetadata: raw_user_meta_data,
				at: asked_at,
				quoted: (isAnswer ? answer : said) ?? '',
				path: has_account ? '/account/refund#about-data' : undefined,
				siteUrl,
				texts,
			})
		},
	})
}

interface DataMailOptions {
	notice: (typeof dataNotices)[number]
	/** The id of the request, or another that distinguishes the email. */
	requestId: string
	to: string
	userMetadata?: unknown
	/** When it was asked. */
	at: Date
	/** What the user, or the shop in answer to them, has written. */
	quoted: string
	/** Where its button leads; undefined if it has none, because the person has no account. */
	path: string | undefined
	siteUrl: string
	texts: NamedMailTexts
}

/** Builds the email about a request or complaint that concerns personal data. */
export function dataMail(options: DataMailOptions): Mail {
	const { notice, requestId, to, userMetadata, at, quoted, path, siteUrl, texts } = options
	const site = new URL(siteUrl)
	const { subject, title, happened, next, button, why } = fillTexts(texts[notice], {
		address: to,
		site: site.host,
		when: secondOf(at),
	})
	return writeMail({
		shop: texts.shop,
		to,
		subject,
		messageId: `<${notice}-${requestId}@${site.hostname}>`,
		siteUrl,
		title,
		preheader: happened,
		userMetadata,
		body: [
			mailParagraph(happened),
			...mailQuote(quoted),
			mailParagraph(next),
			...(path === undefined ? [] : [mailButton({ href: siteUrl + path, label: button })]),
		],
		closing: why,
	})
}
