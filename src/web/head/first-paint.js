{
	const { dataset, style } = document.documentElement
	const firstWord = (text) => (typeof text === 'string' && text.trim().split(/\s+/u)[0]) || undefined
	dataset.scripts = 'on'
	const { search } = location
	if (/[?&](q|category|price|sort)=/.test(search)) dataset.search = ''
	// Marks that the page begins with the sign-up form, or with what the visitor signs in for. Used by `/auth` and the steps after it.
	if (/[?&]tab=sign-up/.test(search)) dataset.signUp = ''
	if (/[?&]redirect=(\/|%2F)((get|read)[/%]|.+%23bundle-)/i.test(search)) dataset.waiting = ''
	// Marks that the visitor comes back from signing in elsewhere, and what is next. Until they are signed in, the home page shows only
	// that (`session/signing-in.tsx`).
	const answer = location.pathname === '/' && /[?&](code|error)(_code)?=/.exec(search)
	if (answer) dataset.returning = answer[1]
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
		// `session/begin-oauth.ts` stored these: a sentence for either answer.
		if (answer) {
			const next = JSON.parse(sessionStorage.getItem('headstart-next') ?? '{}')
			style.setProperty('--next', JSON.stringify(next[answer[1]] ?? ''))
		}
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
		// Back from the checkout without having paid: opens the page on which the visitor pressed Buy (`shop/bought-at.ts`), scrolled to
		// where it was. An address of another site throws. Until that page is there, this one is hidden.
		const cancelled = /=cancelled&product=([\w-]+)$/.exec(search)?.[1]
		const { id, address, state } = JSON.parse(sessionStorage.getItem('headstart-bought-at') ?? '{}')
		if (cancelled && id === cancelled) {
			history.replaceState(state, '', address)
			sessionStorage.setItem('headstart-cancelled', id)
			dataset.leaving = ''
			location.reload()
		}
	} catch {}
}
