import { z } from 'zod'
import { emailCodeMinutes, recoveryLinkMinutes, secondsBetweenEmails } from '#shared/message-rules.ts'
import { area, retired, setting } from './setting.ts'
import { list, wholeNumber, yesNo } from './setting-fields.ts'

/** The rules for accounts. Durations are in seconds. */
export type AuthSettings = z.output<typeof authSettings>

const hour = 3_600
const day = 24 * hour

/** A duration in seconds; 0 for no limit. */
const limitlessDuration = wholeNumber(0, 365 * day).transform((seconds) => (seconds === 0 ? null : seconds))

const redirectPatterns = list(',').refine(
	(urls) => urls.every((url) => /^[a-z][a-z0-9+.-]*:\/\//.test(url)),
	'must be addresses with a scheme',
)

/**
 * The defaults are those of the reference Auth server, with three exceptions: links expire sooner, sessions expire sooner, and
 * a refresh token can be reused only for a limited time. In the reference server it can be reused for as long as its successor
 * is active.
 */
export const authSettings = area('Accounts. Durations are in seconds.', {
	signUpsOpen: setting('AUTH_SIGN_UPS_OPEN', yesNo, {
		default: 'true',
		description: 'Whether new users may sign up.',
	}),
	anonymousUsers: setting('AUTH_ANONYMOUS_USERS', yesNo, {
		default: 'false',
		description:
			'Whether visitors may sign in anonymously (signInAnonymously). Anonymous users can take free guides, and can buy once they have added an address. An anonymous account that is not used for thirty days is deleted.',
	}),
	mailerAutoconfirm: setting('AUTH_AUTOCONFIRM', yesNo, {
		default: 'false',
		description:
			'Confirms sign-ups without an email or a text message. For closed test runs only: anyone could sign up as anyone.',
	}),
	sessionSeconds: setting('AUTH_SESSION_SECONDS', limitlessDuration, {
		default: '7776000',
		description: 'How long a session lasts, however often it is used; 0 for no limit.',
	}),
	sessionInactivitySeconds: setting('AUTH_SESSION_INACTIVITY_SECONDS', limitlessDuration, {
		default: '0',
		description: 'How long a session lasts without being used; 0 for no limit.',
	}),
	recentSignInSeconds: setting('AUTH_RECENT_SIGN_IN_SECONDS', wholeNumber(0, 7 * day), {
		default: '600',
		description:
			'How long a sign-in counts as recent, so that changing a password or adding a factor needs no reauthentication.',
	}),
	totpOffered: setting('AUTH_TOTP_OFFERED', yesNo, {
		default: 'true',
		description: 'Whether users may switch on two-step verification.',
	}),
	passwordMinLength: setting('AUTH_PASSWORD_MIN_LENGTH', wholeNumber(6, 128), {
		default: '6',
		description: 'The fewest characters of a new password, 6 or more.',
	}),
	passwordRefused: setting(
		'AUTH_PASSWORD_REFUSED',
		list(',').transform((words) => words.map((word) => word.toLowerCase())),
		{
			default: '',
			description: 'Passwords to refuse in addition to well-known ones, comma separated.',
		},
	),
	emailCodes: setting('AUTH_EMAIL_CODES', yesNo, {
		formerly: 'AUTH_MAIL_CODES',
		default: 'false',
		description:
			'Whether every email with a link also has a code, for front ends with a field for it. Sign-in emails always do.',
	}),
	passkeysOffered: setting('AUTH_PASSKEYS', yesNo, {
		default: 'true',
		description:
			'Whether users can sign in with passkeys. They belong to the host of SITE_URL: on another host they stop working.',
	}),
	emailsPerHour: setting('AUTH_EMAILS_PER_HOUR', wholeNumber(10, 10_000_000), {
		formerly: 'AUTH_MAILS_PER_HOUR',
		default: '20000',
		description:
			'The most emails with a link or code in an hour, to all addresses together. A quarter is reserved for accounts with a confirmed address, so that strangers cannot use up your mail provider’s allowance.',
	}),
	web3Chains: setting('AUTH_WEB3', list(',').pipe(z.array(z.enum(['ethereum', 'solana']))), {
		default: '',
		example: 'ethereum,solana',
		description:
			'Whose wallets users can sign in with (signInWithWeb3): ethereum, solana or both, comma separated. Default: none.',
	}),
	redirectUrls: setting('AUTH_REDIRECT_URLS', redirectPatterns, {
		default: '',
		example: 'https://*.example.com/**',
		description:
			'Addresses outside this site that the Auth API may redirect to, comma separated. * stops at . and /, ** does not.',
	}),

	// These values are fixed, because no shop has a reason to change them. Only tests change them.

	/**
	 * A password set at sign-up counts only if the same browser confirms the address, which it proves by answering the PKCE
	 * challenge of the sign-up. Otherwise the account has no password until its user sets one. If the link were enough, as in the
	 * reference server, a user who confirms an attacker's sign-up by mistake would let the attacker in.
	 */
	signUpPasswordNeedsProof: retired('AUTH_SIGN_UP_PASSWORD_NEEDS_PROOF', true),
	/** Whether users may link and unlink identities. */
	manualLinking: retired('AUTH_MANUAL_LINKING', true),
	/** Whether users can sign in with an ID token that an app received from a provider (`signInWithIdToken`). */
	idTokenGrant: retired('AUTH_ID_TOKEN_GRANT', true),
	/** Whether a change of address must be confirmed from both mailboxes, or only from the new one. */
	emailChangeNeedsBoth: retired('AUTH_EMAIL_CHANGE_NEEDS_BOTH', true),
	accessTokenSeconds: retired('AUTH_ACCESS_TOKEN_SECONDS', hour),
	/**
	 * How long an exchanged refresh token may be reused, by another tab or by a client that lost the response. The client
	 * library retries for 30 seconds and again at its next tick, up to 30 seconds later.
	 */
	refreshReuseSeconds: retired('AUTH_REFRESH_REUSE_SECONDS', 60),
	/** How long the link of a confirmation email works. */
	confirmationSeconds: retired('AUTH_CONFIRMATION_SECONDS', hour),
	magicLinkSeconds: retired('AUTH_MAGIC_LINK_SECONDS', hour),
	recoverySeconds: retired('AUTH_RECOVERY_SECONDS', 60 * recoveryLinkMinutes),
	emailChangeSeconds: retired('AUTH_EMAIL_CHANGE_SECONDS', day),
	/** How long an emailed code works. Five wrong attempts invalidate it sooner. */
	emailCodeSeconds: retired('AUTH_MAIL_CODE_SECONDS', 60 * emailCodeMinutes),
	emailCodeDigits: retired('AUTH_MAIL_CODE_DIGITS', 6),
	/** How long the authorisation code of a PKCE flow works. */
	flowStateSeconds: retired('AUTH_FLOW_STATE_SECONDS', 300),
	/** The shortest interval between two emails of the same kind to one address. */
	emailIntervalSeconds: retired('AUTH_MAIL_INTERVAL_SECONDS', secondsBetweenEmails),
	/** The most emails of the same kind to one address in a day. */
	emailsPerDay: retired('AUTH_MAILS_PER_DAY', 20),
	/** Sets of characters; a password needs one character of each. */
	passwordRequiredCharacters: retired<readonly string[]>('AUTH_PASSWORD_REQUIRED_CHARACTERS', []),
	/** Whether changing a password always requires the current one, if there is one. */
	currentPasswordRequired: retired('AUTH_CURRENT_PASSWORD_REQUIRED', false),
})

export const defaultAuthSettings: AuthSettings = authSettings.parse({})
