import { safeRedirect } from '#shared/safe-redirect.ts'

const key = 'headstart-going-to'

/** Remembers, in this tab, the page to go on to after signing in at another site. Without storage that is home. */
export function rememberTarget(target: string): void {
	try {
		window.sessionStorage.setItem(key, target)
	} catch {
		return
	}
}

/** The remembered page, which is then forgotten. */
export function takeTarget(): string {
	try {
		const kept = window.sessionStorage.getItem(key)
		window.sessionStorage.removeItem(key)
		return safeRedirect(kept)
	} catch {
		return '/'
	}
}
