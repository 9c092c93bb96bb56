{
	const { dataset, style } = document.documentElement
	const firstWord = (text) => (typeof text === 'string' && text.trim().split(/\s+/u)[0]) || undefined
	dataset.scripts = 'on'
	const { search } = location
	if (/[?&](q|category|price|sort)=/.test(search)) dataset.search = ''
	// Marks that the page begins with the sign-up form, or with what the visitor signs in for. Used by `/auth` and the steps after it.
	if (/[?&]tab=sign-up/.test(search)) dataset.signUp = ''
	if (/[?&]redirect=(\/|%2F)((get|read)[/%]|.+%23bundle-)/i.test(search)) dataset.waiting = ''
	const { fonts } = document.currentScript.dataset
	try {
		// If this browser has loaded the fonts before, they are requested now, so that the type does not change on each page. On a
		// first visit `start-scripts.js` loads them after the first paint, which they would delay.
		if (localStorage.getItem('headstart-fonts') === fonts)
			for (const font of fonts.split(' '))
				document.head.insertAdjacentHTML(
					'beforeend',
					`<link rel="preload" as="font" crossorigin="" href="${font}"/>`,
				)
		else dataset.standIn = fonts
		const theme = localStorage.getItem('headstart-theme')
		if (theme === 'light' || theme === 'dark') dataset.theme = theme
		const { user } = JSON.parse(localStorage.getItem('headstart-session') ?? '{}')
		if (typeof user === 'object' && user !== null) {
			const names = user.user_metadata ?? {}
			const prefix = typeof user.email === 'string' ? user.email.split('@')[0] : undefined
			const badge =
				firstWord(names.display_name) ?? firstWord(names.full_name) ?? firstWord(prefix) ?? 'Account'
			dataset.session = 'in'
			style.setProperty('--badge-name', JSON.stringify(badge))
		}
		// The browser's toolbars follow the system's theme unless there is an earlier `theme-color` without a media query.
		if (dataset.theme) {
			const bar = document.querySelector(`meta[media*="${theme}"]`).cloneNode()
			bar.removeAttribute('media')
			document.head.prepend(bar)
		}
	} catch {}
}
