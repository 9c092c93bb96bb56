import { z } from 'zod'
import { sandboxCaptcha } from '#shared/sandbox-services.ts'
import { area, setting } from './setting.ts'
import { list } from './setting-fields.ts'

const kinds = ['proof-of-work', 'turnstile', 'hcaptcha'] as const

type GivenCaptcha = z.output<typeof captchaSettings>

/** A captcha service of another company. */
export interface CaptchaService {
	kind: 'turnstile' | 'hcaptcha'
	siteKey: string
	secret: string
	/** The hosts whose pages may show its widget. */
	hosts: readonly string[]
	/** The URL at which the server has tokens verified. */
	verifyUrl: string
	/** The URL of the widget's script. */
	scriptUrl: string
	/** The class of the element that becomes the widget. */
	widgetClass: string
	/** The origins that the frame with the widget may load from. */
	origins: readonly string[]
}

export type CaptchaSettings = { kind: 'proof-of-work' } | CaptchaService

export const captchaSettings = area('Captcha', {
	kind: setting('AUTH_CAPTCHA', z.enum(kinds, `must be ${kinds.join(', ')}`), {
		example: 'proof-of-work',
		description:
			'Slows robots down at sign-ups, sign-ins and requests for emails. `proof-of-work`: the visitor’s device computes for a moment, without showing anything. `turnstile` (Cloudflare) and `hcaptcha` show that company’s widget and let it run on your site: read docs/decisions/035-captcha.md first. Default: none.',
	}),
	siteKey: setting('AUTH_CAPTCHA_SITE_KEY', z.string(), {
		description: 'The site key of your Turnstile or hCaptcha widget, which is public.',
	}),
	secret: setting('AUTH_CAPTCHA_SECRET', z.string(), {
		secret: true,
		description:
			'The secret key of that Turnstile or hCaptcha widget. Without both keys, your own machine uses the sandbox.',
	}),
	hosts: setting('AUTH_CAPTCHA_HOSTS', list(','), {
		default: '',
		example: 'app.example.com',
		description: 'Further hosts whose pages may show the widget, comma separated.',
	}),
})

interface CaptchaOptions {
	given: GivenCaptcha
	siteUrl: string
	/** On a public site the sandbox never replaces the service. */
	isPublic: boolean
	sandboxPort: number
}

/** Returns the captcha; undefined if there is none. Without its keys, a service is replaced by the sandbox on a local run. */
export function chooseCaptcha({
	given,
	siteUrl,
	isPublic,
	sandboxPort,
}: CaptchaOptions): CaptchaSettings | undefined {
	const { kind, siteKey, secret } = given
	if (kind === undefined || kind === 'proof-of-work') return kind && { kind }
	const hosts = [new URL(siteUrl).hostname, ...given.hosts]
	if (siteKey !== undefined && secret !== undefined)
		return { kind, siteKey, secret, hosts, ...services[kind] }
	return isPublic ? undefined : sandboxService(kind, { hosts, sandboxPort })
}

/** Returns an error if a key of the chosen service is missing. */
export function findCaptchaErrors({ kind, siteKey, secret }: GivenCaptcha, isPublic: boolean): string[] {
	const keys = [siteKey, secret].filter((key) => key !== undefined).length
	if (kind !== 'turnstile' && kind !== 'hcaptcha') return []
	if (keys === 2 || (keys === 0 && !isPublic)) return []
	return [`AUTH_CAPTCHA_SITE_KEY and AUTH_CAPTCHA_SECRET: AUTH_CAPTCHA=${kind} needs both`]
}

const services = {
	turnstile: {
		verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
		scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
		widgetClass: 'cf-turnstile',
		origins: ['https://challenges.cloudflare.com'],
	},
	hcaptcha: {
		verifyUrl: 'https://api.hcaptcha.com/siteverify',
		scriptUrl: 'https://js.hcaptcha.com/1/api.js',
		widgetClass: 'h-captcha',
		origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
	},
} as const

/** Returns the sandbox's stand-in for a service. */
export function sandboxService(
	kind: CaptchaService['kind'],
	{ hosts, sandboxPort }: { hosts: readonly string[]; sandboxPort: number },
): CaptchaService {
	const origin = `http://localhost:${sandboxPort}`
	const { siteKey, secret } = sandboxCaptcha
	return {
		kind,
		siteKey,
		secret,
		hosts,
		verifyUrl: `http://127.0.0.1:${sandboxPort}${sandboxCaptcha.path}/siteverify`,
		scriptUrl: `${origin}${sandboxCaptcha.path}/widget.js`,
		widgetClass: services[kind].widgetClass,
		origins: [origin],
	}
}
