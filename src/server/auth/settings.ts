/** What an operator of the reference auth server can set, as far as it is served here. Durations are in seconds. */
export interface AuthSettings {
	/** False: nobody new may sign up. */
	signUpsOpen: boolean
	/** True: a sign-up is confirmed without a mail. For closed test runs only, since anyone could sign up as anyone. */
	mailerAutoconfirm: boolean
	/** How long an access token is valid. At most a day. */
	accessTokenSeconds: number
	/** How long after its use a refresh token that is not the newest one's parent may still be presented (several tabs). */
	refreshReuseSeconds: number
	/** How long a session lasts at most, however often it is refreshed; null for no end. */
	sessionSeconds: number | null
	/** How long the link of a confirmation mail works. */
	confirmationSeconds: number
	/** True: mails also carry a six-digit code, for front ends that have a field for it. */
	mailCodes: boolean
	/** How long such a code works; it dies after five wrong guesses in any case. */
	mailCodeSeconds: number
	/** How long the authorisation code of a PKCE flow works. */
	flowStateSeconds: number
	/** At least this long between two mails of a kind to one address. */
	mailIntervalSeconds: number
	/** Fewest characters of a password; the wire knows no less than 6. */
	passwordMinLength: number
	/** True: a new password needs the current one beside it, where there is one. */
	currentPasswordRequired: boolean
}

/** The reference server's defaults, except where a shorter life is safer: links (its own advice is an hour) and sessions. */
export const defaultAuthSettings: AuthSettings = {
	signUpsOpen: true,
	mailerAutoconfirm: false,
	accessTokenSeconds: 3_600,
	refreshReuseSeconds: 10,
	sessionSeconds: 90 * 86_400,
	confirmationSeconds: 3_600,
	mailCodes: false,
	mailCodeSeconds: 600,
	flowStateSeconds: 300,
	mailIntervalSeconds: 60,
	passwordMinLength: 6,
	currentPasswordRequired: false,
}
