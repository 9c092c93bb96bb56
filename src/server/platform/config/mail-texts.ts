/** The words of the emails an owner can change. Plain text: they are escaped where the email is a page. */
export type MailTexts = Record<OneTimeMailKind, OneTimeTexts> &
	Record<SecurityNotice, NoticeTexts> &
	Record<MoneyNotice, MoneyTexts> & {
		security_notice: NoticeFrameTexts
		account_deleted: DeletionTexts
		factor_removal: FactorRemovalTexts
	}

export type OneTimeMailKind =
	| 'confirmation'
	| 'magic-link'
	| 'recovery'
	| 'email-change-current'
	| 'email-change-new'
	| 'reauthentication'

/** What owners are told of at once. */
export const securityNotices = [
	'user_updated_password',
	'user_recovered',
	'email_changed',
	'factor_verified',
	'factor_unenrolled',
	'recovery_codes_made',
	'recovery_codes_removed',
	'recovery_code_used',
	'identity_unlinked',
	'identity_linked',
	'token_reused',
	'token_revoked',
] as const
export type SecurityNotice = (typeof securityNotices)[number]

/** What buyers are told about money that went back to them, or that did not arrive. */
export const moneyNotices = [
	'refunded',
	'partly_refunded',
	'one_of_two_refunded',
	'refunded_by_hand',
	'refund_failed',
	'refund_failed_owed',
	'dispute_lost',
	'dispute_lost_one_of_two',
	'dispute_won',
] as const
export type MoneyNotice = (typeof moneyNotices)[number]

interface OneTimeTexts {
	subject: string
	title: string
	/** What a list of mails shows after the subject. */
	preheader: string
	/** What to do, in the page of the mail and in its text, where the link follows. */
	lead: string
	plainLead: string
	button: string
	/** How a code beside the link, or alone, is introduced. */
	codeLead: string
	/** Why it came, and what to do if it was not asked for. */
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
	/** What that means for the guide, and what to do. */
	next: string
	button: string
	why: string
}

/** What every security notice says. */
interface NoticeFrameTexts {
	when: string
	/** What to do, if it was the reader and if it was not. */
	advice: string
	button: string
}

/** Told after a recovery, a day before a second step set up lately is switched off. */
interface FactorRemovalTexts {
	subject: string
	title: string
	/** What will happen, and when. */
	lead: string
	/** What to do if the app is the reader's own; the button follows. */
	keep: string
	/** What to do if it is not. */
	wait: string
	button: string
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
	contact: string
	why: string
}

/** What a text may name in braces, and what then stands there. */
export interface Placeholders {
	/** The mailbox it goes to. */
	address: string
	/** The host of the site. */
	site: string
	/** When it happened, in London time. */
	when?: string
	/** The guide it is about, and the money. */
	product?: string
	amount?: string
}

/** The texts of one mail with their placeholders filled in, once: what was filled in is not looked through again. */
export function fillTexts<T extends object>(texts: T, values: Placeholders): Record<keyof T, string>
export function fillTexts(texts: object, values: Placeholders): Record<string, string> {
	const known: ReadonlyMap<string, string> = new Map(Object.entries(values))
	return Object.fromEntries(
		Object.entries(texts).map(([name, text]) => [
			name,
			String(text).replaceAll(/\{(\w+)\}/g, (whole, placeholder) => known.get(placeholder) ?? whole),
		]),
	)
}
