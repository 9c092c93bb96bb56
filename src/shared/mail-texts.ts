/** The texts of emails that the owner can change. They are plain text, which is escaped in the HTML part. */
export type MailTexts = Record<OneTimeMailKind, OneTimeTexts> &
	Record<SecurityNotice, NoticeTexts> &
	Record<MoneyNotice, MoneyTexts> &
	Record<DataNotice, Omit<MoneyTexts, 'nextForBundle'>> & {
		security_notice: NoticeFrameTexts
		account_deleted: DeletionTexts
		factor_removal: FactorRemovalTexts
		notice_confirmation: NoticeConfirmationTexts
		release_notice: ReleaseNoticeTexts
		review_request: ReviewRequestTexts
		edition_notice: EditionNoticeTexts
		announcement: AnnouncementTexts
	}

/** The same, in which those that came with the shop say its name. */
export type NamedMailTexts = MailTexts & { shop: string }

export type OneTimeMailKind =
	| 'confirmation'
	| 'invite'
	| 'magic-link'
	| 'recovery'
	| 'email-change-current'
	| 'email-change-new'
	| 'reauthentication'

/** Changes to an account that are reported to its user by email. */
export const securityNotices = [
	'user_updated_password',
	'user_recovered',
	'email_changed',
	'phone_changed',
	'factor_verified',
	'factor_unenrolled',
	'passkey_created',
	'passkey_deleted',
	'recovery_codes_made',
	'recovery_codes_removed',
	'recovery_code_used',
	'identity_unlinked',
	'identity_linked',
	'token_reused',
	'token_revoked',
] as const
export type SecurityNotice = (typeof securityNotices)[number]

/** Emails to buyers about refunds, disputes and payments that take days. */
export const moneyNotices = [
	'refunded',
	'partly_refunded',
	'one_of_two_refunded',
	'refunded_by_hand',
	'refund_failed',
	'refund_failed_owed',
	'dispute_lost',
	'dispute_lost_one_of_two',
	'dispute_partly_lost',
	'dispute_partly_won',
	'dispute_won',
	'payment_pending',
	'payment_failed',
	'payment_held',
	'refund_link',
	'refund_asked',
	'cancellation_asked',
	'help_asked',
	'request_answered',
] as const
export type MoneyNotice = (typeof moneyNotices)[number]

/** Emails about requests and complaints that concern personal data. */
export const dataNotices = [
	'data_link',
	'data_request_asked',
	'data_complaint_asked',
	'data_answered',
] as const
type DataNotice = (typeof dataNotices)[number]

interface OneTimeTexts {
	subject: string
	title: string
	/** The preview text that a mailbox shows after the subject. */
	preheader: string
	/**
	 * What to do. `lead` is for the HTML part, where a button follows. `plainLead` is for the text part, where the link follows.
	 */
	lead: string
	plainLead: string
	button: string
	/** Introduces the code, if the email has one. */
	codeLead: string
	/** Why the email was sent, and what to do if the reader did not request it. */
	why: string
}

interface NoticeTexts {
	subject: string
	title: string
	happened: string
	why: string
}

interface MoneyTexts {
	subject: string
	title: string
	happened: string
	/** What this means for the guide, and what to do. */
	next: string
	/** Replaces `next` if a bundle was paid for. */
	nextForBundle?: string
	button: string
	why: string
}

/** The texts that all security notices share. */
interface NoticeFrameTexts {
	when: string
	/** What to do if the reader made the change, and what to do if someone else did. */
	advice: string
	button: string
}

/** Sent after a recovery, a day before a recently added second factor is removed. */
interface FactorRemovalTexts {
	subject: string
	title: string
	/** What will happen, and when. */
	lead: string
	/** What to do if the reader added the factor; the button follows. */
	keep: string
	/** What to do if the reader did not add the factor. */
	wait: string
	button: string
	why: string
}

/** Asks the owner of an address to confirm that they want an email when a product is released. */
interface NoticeConfirmationTexts {
	subject: string
	title: string
	preheader: string
	lead: string
	plainLead: string
	button: string
	/** How long the link works, and what happens when it expires. */
	lasts: string
	/** The link for deleting the address. */
	stop: string
	why: string
}

/** Says that a product has been released. */
interface ReleaseNoticeTexts {
	subject: string
	title: string
	lead: string
	button: string
	/** Promises that no other email about the release follows. */
	last: string
	/** The link that stops further emails of this kind. */
	stop: string
	why: string
}

/** Asks what a user thinks of a guide. */
interface ReviewRequestTexts {
	subject: string
	title: string
	lead: string
	button: string
	/** Says that a bad review is as welcome as a good one. */
	honest: string
	/** The link that stops these emails. */
	stop: string
	why: string
}

/** The texts around an announcement, whose own subject and text an owner writes in the admin. */
interface AnnouncementTexts {
	/** The link that stops these emails. */
	stop: string
	why: string
}

interface EditionNoticeTexts {
	subject: string
	title: string
	/** Introduces what changed; the change itself follows. */
	lead: string
	button: string
	/** The link that stops these emails. */
	stop: string
	why: string
}

interface DeletionTexts {
	subject: string
	title: string
	lead: string
	gone: string
	kept: string
	pending: string
	notYou: string
	/** Replaces `notYou` if an owner deleted the account. */
	notAsked: string
	contact: string
	why: string
}
