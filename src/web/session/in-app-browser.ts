const apps =
	/\bFB(?:AN|AV|IOS|_IAB)\b|Instagram|Barcelona|musical_ly|trill_|BytedanceWebview|TikTok|LinkedInApp|Snapchat|MicroMessenger|\bLine\/|KAKAOTALK|\bTwitter|\[?Pinterest|WhatsApp|Telegram|Reddit\/|Discord|Weibo|VKAndroidApp|\bQQ\//

/**
 * Returns whether the page is shown inside an app such as Instagram rather than in a browser, from the name that the browser sends.
 * Google refuses to sign anybody in there, because the app could read the password.
 */
export function isInAppBrowser(agent = navigator.userAgent): boolean {
	if (apps.test(agent)) return true
	// A page in any other app: Android’s name for it, and iOS, where only browsers call themselves Safari.
	return /; wv\)/.test(agent) || (/\b(?:iPhone|iPad|iPod)\b/.test(agent) && !agent.includes('Safari/'))
}

/** Says how to sign in with Google from inside an app. */
export const openInBrowserHint =
	'Google doesn’t sign anybody in inside another app, such as Instagram. To use Google, open this page in your browser: choose “Open in browser” in the app’s menu (⋯ or ⋮).'
