import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Config } from '#server/config/config.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'
import type { Refusals } from '#server/platform/refusals/refusals.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'
import type { ReadMark } from '#server/shop/emails/with-mark.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import type { placeSchema } from '#shared/admin/backups.ts'
import type { AuditRun, DoctorRun, ShownArea } from '#shared/admin/settings.ts'
import type { Clock } from '#shared/clock.ts'
import type { DocumentName } from '#shared/content/documents.ts'
import type { NamedMailTexts } from '#shared/mail-texts.ts'

/** A problem that the owner must deal with, worded as in an alert. */
export interface Trouble {
	kind: string
	title: string
	meaning: string
	facts: readonly { label: string; value: string }[]
	todo: string
	command: string
	/** Whether it is a quarantine that an owner may end. */
	mayResume?: boolean
}

interface Health {
	/** What the database says; undefined if it can't be read just now. */
	records:
		| {
				eventDelaySeconds: number
				newestEventAt: Date | null
				eventsWaiting: number
				mailsWaiting: number
				mailsRefused: number
				auditedAt: Date | null
				auditDifferences: number | null
		  }
		| undefined
	/** Undefined if there is no backup. */
	newestBackup: Date | undefined
	/** False if the place of the backups can't be read. */
	backupsReadable: boolean
	/** The shop's version, as in `package.json`. */
	version: string
}

/** Shows pages as they would be with drafts. */
export interface Previews {
	/** Throws `DecisionError` if a page can't be rendered with this content of a document instead of what is published. */
	check(name: DocumentName, content: unknown): Promise<void>
	/** Returns an address at which a document's draft is shown for an hour. Throws `DecisionError` if it can't be rendered. */
	begin(name: DocumentName): Promise<{ url: string; ends_at: Date }>
}

/** What every operation of the admin works with. */
export interface AdminDependencies {
	config: Pick<Config, 'siteUrl' | 'isPublic' | 'site'> & Partial<Pick<Config, 'rehearsal'>>
	/** Origin of the admin, without a trailing slash. */
	adminUrl: string
	database: Database
	rateLimits: RateLimits
	files: FileStore
	payments: PaymentProvider
	/** Lists Checkout Sessions even in quarantine, in which `payments` refuses every call. */
	askPayments: Pick<PaymentProvider, 'listCheckouts'>
	shop: ShopContext
	clock: Clock
	log: Logger
	/** Finds the problems that alerts report. */
	readTroubles: () => Promise<readonly Trouble[]>
	/** Reads how the shop is doing. */
	readHealth: () => Promise<Health>
	/** Builds an example of every email that the shop sends, addressed to `to`, with the words that are published or in the draft. */
	sampleEmails: (to: string, words?: { ofDraft?: boolean }) => Promise<readonly SampleMessage[]>
	/** Lists every setting and where its value came from. The values of secrets are left out. */
	showSettings: () => ShownArea[]
	/** The checks that members can start. Each runs in a process of its own. */
	checks: { doctor: BackgroundCheck<DoctorRun>; audit: BackgroundCheck<AuditRun> }
	backups: {
		/** The place of the backups in words; undefined if BACKUP_TO isn't set. */
		place: string | undefined
		/** The time of day (UTC) at which a backup is made by itself. */
		dailyAt: string | undefined
		read: () => Promise<z.input<typeof placeSchema>>
	}
	/** Deletes an account in the same way as when its user deletes it. */
	eraseAccount: (tx: Transaction, userId: string, now: Date) => Promise<void>
	/** Collects everything stored about a user, as in the user's own export. Null if there is no such user. */
	exportAccount: (userId: string, now: Date) => Promise<Record<string, unknown> | null>
	/** Emails a link to a user's new address. Once the link is opened, the new address replaces the old one. */
	requestAddress: (tx: Transaction, userId: string, email: string, now: Date) => Promise<void>
	/** Undefined if this server renders no pages. */
	previews?: Previews | undefined
	/** Reads the shop's own icon as emails show it; undefined if they show the one that comes with the shop. */
	readMark: ReadMark
	/** Reads the texts of the shop's emails. */
	readMailTexts: () => Promise<NamedMailTexts>
}

/** What serving the operations over HTTP needs besides. */
export interface AdminApiDependencies extends AdminDependencies {
	authenticate: Authenticate
	refusals: Pick<Refusals, 'note'>
}

export interface SampleMessage {
	name: string
	/** The group in which the admin lists the email. */
	group: string
	mail: Mail
}

export interface BackgroundCheck<Run> {
	/** Starts the check, unless it is already running. */
	start(): void
	/** Returns the latest run, or null if there has been none since the shop started. */
	lastRun(): Run | null
}
