import type { Config } from '#server/platform/config/config.ts'
import type { MailTexts } from '#server/platform/config/mail-texts.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import type { AuditRun, DoctorRun, ShownArea } from '#shared/admin/settings.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import type { Clock } from '#shared/clock.ts'

/** Something that needs the owner, as an alert puts it. */
export interface Trouble {
	kind: string
	title: string
	meaning: string
	facts: readonly { label: string; value: string }[]
	todo: string
	command: string
}

interface Health {
	/** What the database says; undefined if it can't be read just now. */
	records:
		| {
				eventDelaySeconds: number
				eventsWaiting: number
				mailsWaiting: number
				mailsRefused: number
				auditedAt: Date | null
				auditDifferences: number | null
		  }
		| undefined
	/** Undefined if there is none. */
	newestBackup: Date | undefined
	/** False if the place of the backups can't be read. */
	backupsReadable: boolean
	/** Of the shop, as in `package.json`. */
	version: string
}

/** What every operation of the admin works with. */
export interface AdminDependencies {
	config: Pick<Config, 'siteUrl' | 'isPublic' | 'site'>
	/** Origin of the admin, without a trailing slash. */
	adminUrl: string
	database: Database
	authenticate: Authenticate
	rateLimits: RateLimits
	files: FileStore
	payments: PaymentProvider
	shop: ShopContext
	catalogue: readonly Product[]
	clock: Clock
	/** Finds whatever alerts are about. */
	readTroubles: () => Promise<readonly Trouble[]>
	/** Reads how the shop is doing. */
	readHealth: () => Promise<Health>
	/** An example of every email that the shop sends, to an address. */
	sampleEmails: (to: string) => readonly SampleMessage[]
	/** Every setting and where it came from, without the secrets. */
	showSettings: () => ShownArea[]
	/** The checks that members start, each in a process of its own. */
	checks: { doctor: LongCheck<DoctorRun>; audit: LongCheck<AuditRun> }
	/** Deletes an account, as its user could. */
	eraseAccount: (tx: Transaction, userId: string, now: Date) => Promise<void>
	/** Collects everything stored about a user, as they could themselves. Null if there is no such user. */
	exportAccount: (userId: string, now: Date) => Promise<Record<string, unknown> | null>
	/** Emails a link to the new address of a user, which replaces the old one once the link is opened. */
	requestAddress: (tx: Transaction, userId: string, email: string, now: Date) => Promise<void>
	/** The texts of the shop's emails. */
	mailTexts: MailTexts
}

export interface SampleMessage {
	name: string
	/** What it is about. */
	group: string
	mail: Mail
}

export interface LongCheck<Run> {
	/** Starts it, unless it is under way. */
	start(): void
	/** Null if it has not been started since the shop has. */
	lastRun(): Run | null
}
