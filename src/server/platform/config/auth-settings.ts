import { z } from 'zod'
import { list, wholeNumber as whole, yesNo } from '#server/platform/config/setting-fields.ts'

/** Settings for accounts, as in the reference Auth server. Durations are in seconds. */
export interface AuthSettings {
	/** Whether new users may sign up. */
	signUpsOpen: boolean
	/**
	 * Whether visitors may sign in anonymously (`signInAnonymously`). Anonymous users can take free guides but cannot buy. Their
	 * accounts are deleted after thirty days without use, unless they add an address.
	 */
	anonymousUsers: boolean
	/** Whether sign-ups are confirmed without an email. For closed test runs only: anyone could sign up as anyone. */
	mailerAutoconfirm: boolean
	/**
	 * True: a sign-up's password counts only if the browser that signed up confirms the address (it answers the sign-up's PKCE
	 * challenge); otherwise the account has no password until its user sets one. False: the link is enough, as in the reference
	 * server, and a user who confirms an attacker's sign-up by mistake lets the attacker in.
	 */
	signUpPasswordNeedsProof: boolean
	/** Whether users may link and unlink identities. */
	manualLinking: boolean
	/** Whether an ID token that an app received from a provider signs in (`signInWithIdToken`). */
	idTokenGrant: boolean
	/** Whether both mailboxes must confirm a change of address, or only the new one. */
	emailChangeNeedsBoth: boolean
	/** How long an access token is valid. At most a day. */
	accessTokenSeconds: number
	/**
	 * How long an exchanged refresh token may be reused, by another tab or by a client that lost the response. The client
	 * library retries for 30 seconds and again at its next tick, up to 30 seconds later.
	 */
	refreshReuseSeconds: number
	/** How long a session lasts, however often it is refreshed; null for no limit. */
	sessionSeconds: number | null
	/** How long a session lasts without being refreshed; null for no limit. */
	sessionInactivitySeconds: number | null
	/** How long the link of a confirmation email works. */
	confirmationSeconds: number
	magicLinkSeconds: number
	/** At most an hour: this link gives access to the account. */
	recoverySeconds: number
	emailChangeSeconds: number
	/** Whether every email with a link also has a code, for front ends with a field for it. Sign-in emails always do. */
	mailCodes: boolean
	/** How long an emailed code works. Five wrong attempts end it earlier. */
	mailCodeSeconds: number
	/** Digits of an emailed code, 6 to 10. */
	mailCodeDigits: number
	/** How long the authorisation code of a PKCE flow works. */
	flowStateSeconds: number
	/** The shortest interval between two emails of a kind to one address. */
	mailIntervalSeconds: number
	/** The most emails of a kind to one address in a day. */
	mailsPerDay: number
	/** The most emails with a link or code in an hour, to all addresses. A quarter is reserved for confirmed accounts. */
	mailsPerHour: number
	/** Fewest characters of a password; the Auth API allows no less than 6. */
	passwordMinLength: number
	/** Sets of characters; a password needs one character of each. */
	passwordRequiredCharacters: readonly string[]
	/** Refused in addition to well-known passwords; in lower case. */
	passwordRefused: readonly string[]
	/** Whether changing a password always requires the current one, if there is one. */
	currentPasswordRequired: boolean
	/** How long a sign-in counts as recent, so that changing a password or adding a factor needs no reauthentication. */
	recentSignInSeconds: number
	/** Whether users may switch on two-step verification. */
	totpOffered: boolean
	/** Addresses outside the site that the Auth API may redirect to. `*` stops at `.` and `/`, `**` does not. */
	redirectUrls: readonly string[]
}

/**
 * The reference server's defaults, with three exceptions: links and sessions expire sooner, and reuse of a refresh token, which
 * the reference server allows for as long as its successor is active, is limited.
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
/** A duration in seconds; 0 for no limit. */
const endless = whole(0, year).transform((seconds) => (seconds === 0 ? null : seconds))

/** The settings as the environment names them; all are optional. `.env.example` describes them. */
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

/** Converts validated settings to the form the server uses. */
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
