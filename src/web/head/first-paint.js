{
	const root = document.documentElement
	const firstWord = (text) => (typeof text === 'string' && text.trim().split(/\s+/u)[0]) || undefined
	root.dataset.scripts = 'on'
	if (/[?&](q|category|price|sort)=/.test(globalThis.location?.search)) root.dataset.search = ''
	// Marks that the page begins with the sign-up form, or with a waiting guide. Used by `/auth` and the steps after it.
	if (/[?&]tab=sign-up/.test(globalThis.location?.search)) root.dataset.signUp = ''
	if (/[?&]redirect=(\/|%2F)get(\/|%2F)/i.test(globalThis.location?.search)) root.dataset.waiting = ''
	try {
		const theme = localStorage.getItem('headstart-theme')
		if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
		const { user } = JSON.parse(localStorage.getItem('headstart-session') ?? '{}')
		if (typeof user === 'object' && user !== null) {
			const names = user.user_metadata ?? {}
			const prefix = typeof user.email === 'string' ? user.email.split('@')[0] : undefined
			const badge =
				firstWord(names.display_name) ?? firstWord(names.full_name) ?? firstWord(prefix) ?? 'Account'
			root.dataset.session = 'in'
			root.style.setProperty('--badge-name', JSON.stringify(badge))
		}
		// The browser's toolbars follow the system's theme unless there is an earlier `theme-color` without a media query.
		if (root.dataset.theme) {
			const bar = document.querySelector(`meta[media*="${theme}"]`).cloneNode()
			bar.removeAttribute('media')
			document.head.prepend(bar)
		}
	} catch {}
}
