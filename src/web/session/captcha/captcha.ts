import type { CaptchaPurpose } from '#shared/captcha.ts'
import { isPartShown } from '#web/site/site-settings.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'

/**
 * Returns the client library's option with the captcha's token. Returns an empty object if the shop has no captcha, or if the
 * captcha failed. After a failure the server refuses the request, and the visitor reads `captchaMessage`.
 */
export async function captchaFor(purpose: CaptchaPurpose): Promise<{ captchaToken?: string }> {
	try {
		if (isPartShown(['captcha-work'])) {
			const { doWork } = await lazyImport(() => import('./do-work.ts'))
			return { captchaToken: await doWork(purpose) }
		}
		if (isPartShown(['captcha-widget'])) {
			const { showWidget } = await lazyImport(() => import('./widget.tsx'))
			return { captchaToken: await showWidget() }
		}
	} catch (error) {
		console.warn('The check for robots failed.', error)
	}
	return {}
}
