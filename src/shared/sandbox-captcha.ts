/** The shop's registration with the sandbox's captcha, which replaces Turnstile and hCaptcha on a local run. None of this is secret. */
export const sandboxCaptcha = {
	path: '/captcha',
	siteKey: 'headstart-shop.sandbox',
	secret: 'sandbox-captcha-secret',
} as const
