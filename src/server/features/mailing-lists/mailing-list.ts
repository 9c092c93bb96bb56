import type { z } from 'zod'
import type { Database, Row, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import {
	defineJob,
	type FailedJobWords,
	type HandledJob,
	handleJob,
	type Job,
} from '#server/platform/jobs/define-job.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { makeToken } from '#server/platform/tokens.ts'
import type { MailPart } from '#server/shop/emails/mail-parts.ts'
import type { Mail, MailContext } from '#server/shop/emails/mailer.ts'
import { fillTexts, writeMail } from '#server/shop/emails/write-mail.ts'
import { readProducts } from '#server/shop/products.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import type { NamedMailTexts } from '#shared/mail-texts.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'
import { type StopKind, stopAddresses } from '#shared/stop-links.ts'

/**
 * How many emails of each list are sent in a minute: slow enough that receipts and codes don't wait behind them, and that mail servers
 * don't take the shop for a spammer.
 */
export const mailsPerMinute = 60

/** Whom an email is for, and which guide it is about, if it is about one. */
interface Recipient extends Row {
	email: string
	userMetadata?: unknown
	title?: string
	slug?: string
}

/** The product that an email is about, for its cover and what its editions changed. */
type MailedProduct = Product & Partial<Pick<OfferedProduct, 'ownerEdition'>>

interface Letter {
	/** The Message-ID without the site. It must stay the same when sending is retried. */
	id: string
	subject: string
	title: string
	preheader: string
	body: readonly (MailPart | undefined)[]
}

interface LetterOptions<Facts, Texts> {
	facts: Facts
	words: Record<keyof Texts, string>
	product: MailedProduct | undefined
	siteUrl: string
}

/** The texts that every list has: of the link that stops its emails, and of why the recipient gets them. */
interface ListTexts {
	stop: string
	why: string
}

export interface MailingListDeclaration<Payload, Facts, Texts> {
	/** The name by which its emails are found in the outbox, and its links that stop them in `stop-links.ts`. */
	name: StopKind
	/** The name of the job that sends one email, and what an owner is told if it fails. */
	job: string
	whenFailed: FailedJobWords
	/** What names one email. */
	payload: z.ZodType<Payload>
	/** Marks up to `mailsPerMinute` emails that are due as queued. Returns their payloads. */
	queue(now: Date): Sql
	/** Adds a token to an email that was not sent, if it may be sent now, and returns its facts. */
	claim(payload: Payload, claim: { token: string; now: Date }): Sql
	facts: z.ZodType<Facts>
	record(payload: Payload, now: Date): Sql
	/** Records that an email could not be claimed. Changes nothing if it was sent. */
	leaveOut(payload: Payload, now: Date): Sql
	stop: MailingList['stop']
	texts(all: NamedMailTexts): Texts
	letter(options: LetterOptions<Facts, Texts>): Letter
}

interface MailOptions<Facts> {
	facts: Facts
	product?: MailedProduct | undefined
	/** Token of the link that stops these emails. */
	token: string
	siteUrl: string
	texts: NamedMailTexts
}

export interface MailingList {
	readonly name: StopKind
	/** The job that sends one email. */
	readonly job: Job
	/** Queues the next emails. Returns how many. */
	queue(database: Database, now: Date): Promise<number>
	/** Says what sends one email. */
	handle(context: Omit<MailContext, 'texts'> & { readTexts: () => Promise<NamedMailTexts> }): HandledJob
	/** Stops the list's emails to whoever received the token. Can be repeated. Returns false if the token is unknown. */
	stop(tx: Transaction, stopped: { token: string; now: Date }): Promise<boolean>
}

/**
 * Declares a mailing list. Its emails are queued by one job for all lists (`queue-mailings.ts`), each once, because it is marked in the
 * transaction that queues it. An email is sent once, unless the server dies between sending and recording it; the second copy then has
 * the same message id. The token is made only when an email is sent, so that neither the database nor the queue contains one.
 */
export function defineMailingList<Payload extends Row, Facts extends Recipient, Texts extends ListTexts>(
	list: MailingListDeclaration<Payload, Facts, Texts>,
): MailingList & { mail(options: MailOptions<Facts>): Mail } {
	const { name, payload: schema, whenFailed, stop } = list
	const job = defineJob(list.job, { payload: schema, sendsMail: true, whenFailed })

	function mail({ facts, product, token, siteUrl, texts }: MailOptions<Facts>): Mail {
		const site = new URL(siteUrl)
		const words = fillTexts(list.texts(texts), {
			address: facts.email,
			site: site.host,
			product: facts.title,
		})
		const { id, ...letter } = list.letter({ facts, words, product, siteUrl })
		return writeMail({
			shop: texts.shop,
			...letter,
			to: facts.email,
			messageId: `<${id}@${site.hostname}>`,
			siteUrl,
			userMetadata: facts.userMetadata,
			closing: words.why,
			unsubscribe: { label: words.stop, ...stopAddresses(siteUrl, name, token) },
		})
	}

	return {
		name,
		job,
		mail,
		stop,
		queue: async (database, now) =>
			await database.asServer(async (tx) => {
				const due = await tx.query(list.queue(now), schema)
				for (const [index, payload] of due.entries())
					await addJob(tx, job, payload, { afterSeconds: (index * 60) / mailsPerMinute })
				return due.length
			}),
		handle: ({ database, mailer, clock, siteUrl, readTexts }) =>
			handleJob(job, async (payload) => {
				const token = makeToken()
				const facts = await maybeOne(database, list.claim(payload, { token, now: clock.now() }), list.facts)
				if (facts === undefined) {
					await database.query(list.leaveOut(payload, clock.now()))
					return
				}
				const products = facts.slug === undefined ? [] : await readProducts(database)
				const product = products.find(({ slug }) => slug === facts.slug)
				await mailer.send(mail({ facts, product, token, siteUrl, texts: await readTexts() }))
				await database.query(list.record(payload, clock.now()))
			}),
	}
}
