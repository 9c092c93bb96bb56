import { z } from 'zod'
import { list, wholeNumber as whole, yesNo } from '#server/platform/config/setting-fields.ts'

/** What an operator can set about accounts, as with the reference auth server. Durations are in seconds. */
export interface AuthSettings {
	/** False: nobody new may sign up. */
	signUpsOpen: boolean
	/**
	 * True: people may sign in without saying who they are (`signInAnonymously`). They may take what is free, buy nothing, and
	 * keep what they have by adding an address; who does not and stays away for thirty days is forgotten.
	 */
	anonymousUsers: boolean
	/** True: a sign-up is confirmed without a mail. For closed test runs only, since anyone could sign up as anyone. */
	mailerAutoconfirm: boolean
	/**
	 * True: confirming a sign-up's mailbox gives its password power only in the browser that signed up (it answers the
	 * sign-up's PKCE challenge); elsewhere the account has no password until its owner sets one. False: the link alone does,
	 * as with the reference server, and a stranger's sign-up confirmed by mistake lets the stranger in.
	 */
	signUpPasswordNeedsProof: boolean
	/** True: people may take ways to sign in away from their account, and add some. */
	manualLinking: boolean
	/** True: an ID token that an app was given by a provider signs in (`signInWithIdToken`). */
	idTokenGrant: boolean
	/** True: a new address counts once both mailboxes have agreed; false: once the new one has. */
	emailChangeNeedsBoth: boolean
	/** How long an access token is valid. At most a day. */
	accessTokenSeconds: number
	/**
	 * How long after its exchange a refresh token may be presented once more, by another tab or by a client that lost the
	 * answer. The client library retries for 30 seconds and again at its next tick, up to 30 seconds later.
	 */
	refreshReuseSeconds: number
	/** How long a session lasts at most, however often it is refreshed; null for no end. */
	sessionSeconds: number | null
	/** How long a session lasts without being refreshed; null for no end. */
	sessionInactivitySeconds: number | null
	/** How long the link of a confirmation mail works. */
	confirmationSeconds: number
	magicLinkSeconds: number
	/** At most an hour: who has the link has the account. */
	recoverySeconds: number
	emailChangeSeconds: number
	/** True: every mail with a link also carries a code, for front ends that have a field for it. Sign-in mails always do. */
	mailCodes: boolean
	/** How long a mailed code works; it dies after five wrong guesses in any case. */
	mailCodeSeconds: number
	/** Digits of a mailed code, 6 to 10. */
	mailCodeDigits: number
	/** How long the authorisation code of a PKCE flow works. */
	flowStateSeconds: number
	/** At least this long between two mails of a kind to one address. */
	mailIntervalSeconds: number
	/** Most mails of a kind to one address in a day. */
	mailsPerDay: number
	/** Most emails with a link or code in an hour, to all addresses; a quarter of them is kept for known accounts. */
	mailsPerHour: number
	/** Fewest characters of a password; the wire knows no less than 6. */
	passwordMinLength: number
	/** Sets of characters a password needs one of each. */
	passwordRequiredCharacters: readonly string[]
	/** Refused beside the list of well-known passwords; in lower case. */
	passwordRefused: readonly string[]
	/** True: a new password always needs the current one beside it, where there is one. */
	currentPasswordRequired: boolean
	/** How long after signing in somebody may change a password or add a second step without proving themselves again. */
	recentSignInSeconds: number
	/** False: nobody can switch the second step on. */
	totpOffered: boolean
	/** Addresses beside the site's own that an answer may send a browser to. `*` stops at `.` and `/`, `**` does not. */
	redirectUrls: readonly string[]
}

/**
 * The reference server's defaults, except for links and sessions, which live shorter here, and for the reuse of a refresh
 * token, which the reference server allows without limit while the successor is active.
 */
export const defaultAuthSettings: AuthSettings = {
	signUpsOpen: true,
	anonymousUsers: false,
	mailerAutoconfirm: false,
	signUpPasswordNeedsProof: true,
	manualLinking: true,
	idTokenGrant: true,
	emailChangeNeedsBoth: true,
	accessTokenSeconds: 3_600,
	refreshReuseSeconds: 60,
	sessionSeconds: 90 * 86_400,
	sessionInactivitySeconds: null,
	confirmationSeconds: 3_600,
	magicLinkSeconds: 3_600,
	recoverySeconds: 3_600,
	emailChangeSeconds: 86_400,
	mailCodes: false,
	mailCodeSeconds: 600,
	mailCodeDigits: 6,
	flowStateSeconds: 300,
	mailIntervalSeconds: 60,
	mailsPerDay: 20,
	mailsPerHour: 20_000,
	passwordMinLength: 6,
	passwordRequiredCharacters: [],
	passwordRefused: [],
	currentPasswordRequired: false,
	recentSignInSeconds: 600,
	totpOffered: true,
	redirectUrls: [],
}

const day = 86_400
const year = 365 * day
/** A duration in seconds; 0 stands for no end. */
const endless = whole(0, year).transform((seconds) => (seconds === 0 ? null : seconds))

/** The settings in the environment, by name; each is optional. `.env.example` describes them. */
export const authSettingsFields = {
	AUTH_SIGN_UPS_OPEN: yesNo.default(defaultAuthSettings.signUpsOpen),
	AUTH_ANONYMOUS_USERS: yesNo.default(defaultAuthSettings.anonymousUsers),
	AUTH_AUTOCONFIRM: yesNo.default(defaultAuthSettings.mailerAutoconfirm),
	AUTH_SIGN_UP_PASSWORD_NEEDS_PROOF: yesNo.default(defaultAuthSettings.signUpPasswordNeedsProof),
	AUTH_MANUAL_LINKING: yesNo.default(defaultAuthSettings.manualLinking),
	AUTH_ID_TOKEN_GRANT: yesNo.default(defaultAuthSettings.idTokenGrant),
	AUTH_EMAIL_CHANGE_NEEDS_BOTH: yesNo.default(defaultAuthSettings.emailChangeNeedsBoth),
	AUTH_ACCESS_TOKEN_SECONDS: whole(60, day).default(defaultAuthSettings.accessTokenSeconds),
	AUTH_REFRESH_REUSE_SECONDS: whole(0, 300).default(defaultAuthSettings.refreshReuseSeconds),
	AUTH_SESSION_SECONDS: endless.default(defaultAuthSettings.sessionSeconds),
	AUTH_SESSION_INACTIVITY_SECONDS: endless.default(defaultAuthSettings.sessionInactivitySeconds),
	AUTH_CONFIRMATION_SECONDS: whole(60, 7 * day).default(defaultAuthSettings.confirmationSeconds),
	AUTH_MAGIC_LINK_SECONDS: whole(60, day).default(defaultAuthSettings.magicLinkSeconds),
	AUTH_RECOVERY_SECONDS: whole(60, 3_600).default(defaultAuthSettings.recoverySeconds),
	AUTH_EMAIL_CHANGE_SECONDS: whole(60, 7 * day).default(defaultAuthSettings.emailChangeSeconds),
	AUTH_MAIL_CODES: yesNo.default(defaultAuthSettings.mailCodes),
	AUTH_MAIL_CODE_SECONDS: whole(60, 3_600).default(defaultAuthSettings.mailCodeSeconds),
	AUTH_MAIL_CODE_DIGITS: whole(6, 10).default(defaultAuthSettings.mailCodeDigits),
	AUTH_FLOW_STATE_SECONDS: whole(30, 3_600).default(defaultAuthSettings.flowStateSeconds),
	AUTH_MAIL_INTERVAL_SECONDS: whole(0, 3_600).default(defaultAuthSettings.mailIntervalSeconds),
	AUTH_MAILS_PER_DAY: whole(1, 1_000).default(defaultAuthSettings.mailsPerDay),
	AUTH_MAILS_PER_HOUR: whole(10, 10_000_000).default(defaultAuthSettings.mailsPerHour),
	AUTH_PASSWORD_MIN_LENGTH: whole(6, 128).default(defaultAuthSettings.passwordMinLength),
	AUTH_PASSWORD_REQUIRED_CHARACTERS: list(' ').default([...defaultAuthSettings.passwordRequiredCharacters]),
	AUTH_PASSWORD_REFUSED: list(',')
		.transform((words) => words.map((word) => word.toLowerCase()))
		.default([...defaultAuthSettings.passwordRefused]),
	AUTH_CURRENT_PASSWORD_REQUIRED: yesNo.default(defaultAuthSettings.currentPasswordRequired),
	AUTH_RECENT_SIGN_IN_SECONDS: whole(0, 7 * day).default(defaultAuthSettings.recentSignInSeconds),
	AUTH_TOTP_OFFERED: yesNo.default(defaultAuthSettings.totpOffered),
	AUTH_REDIRECT_URLS: list(',')
		.refine(
			(urls) => urls.every((url) => /^[a-z][a-z0-9+.-]*:\/\//.test(url)),
			'must be addresses with a scheme',
		)
		.default([...defaultAuthSettings.redirectUrls]),
}

const authSettingsSchema = z.object(authSettingsFields)

/** The checked settings of the environment as the service has them. */
export function authSettingsOf(given: z.infer<typeof authSettingsSchema>): AuthSettings {
	return {
		signUpsOpen: given.AUTH_SIGN_UPS_OPEN,
		anonymousUsers: given.AUTH_ANONYMOUS_USERS,
		mailerAutoconfirm: given.AUTH_AUTOCONFIRM,
		signUpPasswordNeedsProof: given.AUTH_SIGN_UP_PASSWORD_NEEDS_PROOF,
		manualLinking: given.AUTH_MANUAL_LINKING,
		idTokenGrant: given.AUTH_ID_TOKEN_GRANT,
		emailChangeNeedsBoth: given.AUTH_EMAIL_CHANGE_NEEDS_BOTH,
		accessTokenSeconds: given.AUTH_ACCESS_TOKEN_SECONDS,
		refreshReuseSeconds: given.AUTH_REFRESH_REUSE_SECONDS,
		sessionSeconds: given.AUTH_SESSION_SECONDS,
		sessionInactivitySeconds: given.AUTH_SESSION_INACTIVITY_SECONDS,
		confirmationSeconds: given.AUTH_CONFIRMATION_SECONDS,
		magicLinkSeconds: given.AUTH_MAGIC_LINK_SECONDS,
		recoverySeconds: given.AUTH_RECOVERY_SECONDS,
		emailChangeSeconds: given.AUTH_EMAIL_CHANGE_SECONDS,
		mailCodes: given.AUTH_MAIL_CODES,
		mailCodeSeconds: given.AUTH_MAIL_CODE_SECONDS,
		mailCodeDigits: given.AUTH_MAIL_CODE_DIGITS,
		flowStateSeconds: given.AUTH_FLOW_STATE_SECONDS,
		mailIntervalSeconds: given.AUTH_MAIL_INTERVAL_SECONDS,
		mailsPerDay: given.AUTH_MAILS_PER_DAY,
		mailsPerHour: given.AUTH_MAILS_PER_HOUR,
		passwordMinLength: given.AUTH_PASSWORD_MIN_LENGTH,
		passwordRequiredCharacters: given.AUTH_PASSWORD_REQUIRED_CHARACTERS,
		passwordRefused: given.AUTH_PASSWORD_REFUSED,
		currentPasswordRequired: given.AUTH_CURRENT_PASSWORD_REQUIRED,
		recentSignInSeconds: given.AUTH_RECENT_SIGN_IN_SECONDS,
		totpOffered: given.AUTH_TOTP_OFFERED,
		redirectUrls: given.AUTH_REDIRECT_URLS,
	}
}
