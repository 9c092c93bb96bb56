import type { Page } from '@playwright/test'

/** What changes the nodes of a page besides its own scripts. */
export type Changer = 'replaces' | 'moves' | 'rewrites' | 'splits' | 'extensions'

/** How each changer treats a text. The translated text ends in a space of no width, so that locators still find it. */
export const changers: Record<Changer, string> = {
	replaces: 'puts a <font> in place of each text, as the translators of Chrome and of Google do',
	moves: 'moves each text into a <font> of its own',
	rewrites: 'puts a new text in place of each text, as the translator of Safari does',
	splits: 'cuts each text in two and marks a part of it, as dictionaries do',
	extensions: 'adds and removes elements and attributes of html, head and body',
}

/** Changes every page from now on: before it is hydrated (as soon as it is there), or only afterwards. Frames are left alone. */
export async function changePages(page: Page, changer: Changer, when: 'before' | 'after'): Promise<void> {
	await page.addInitScript(change, { changer, when })
}

function change({ changer, when }: { changer: Changer; when: 'before' | 'after' }): void {
	if (window !== window.top) return
	const ignored =
		'script, style, title, noscript, template, textarea, [data-foreign], [translate="no"], [contenteditable]'
	const translated = (text: string) => `${text}\u200b`

	function changeText(text: Text): void {
		const parent = text.parentElement
		if (!text.data.trim() || text.data.endsWith('\u200b') || !parent || parent.closest(ignored)) return
		const outer = document.createElement('font')
		outer.dataset.foreign = ''
		switch (changer) {
			case 'replaces': {
				outer.append(document.createElement('font'))
				outer.firstElementChild?.append(translated(text.data))
				// Both ways are in use.
				if (text.data.length % 2) parent.replaceChild(outer, text)
				else {
					parent.insertBefore(outer, text)
					text.remove()
				}
				break
			}
			case 'moves':
				parent.insertBefore(outer, text)
				outer.append(text)
				text.data = translated(text.data)
				break
			case 'rewrites':
				text.replaceWith(translated(text.data))
				break
			case 'splits':
				if (text.data.length < 8) break
				text.splitText(4)
				text.after(outer)
				outer.append(text.nextSibling?.nextSibling ?? '')
		}
	}
	function changeAll(node: Node): void {
		if (node instanceof Text) changeText(node)
		if (!(node instanceof Element)) return
		const texts: Text[] = []
		const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
		while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
		texts.forEach(changeText)
	}
	function extend(): void {
		const root = document.documentElement
		root.lang = 'cs'
		root.classList.add('translated-ltr')
		root.setAttribute('data-darkreader-mode', 'dynamic')
		document.body.setAttribute('data-gr-ext-installed', '')
		document.body.style.setProperty('top', '0px')
		for (const name of ['description', 'theme-color'])
			document.querySelector(`meta[name="${name}"]`)?.remove()
		document.head.prepend(document.createElement('link'))
		document.head.append(document.createElement('meta'))
		document.body.prepend(document.createElement('grammarly-desktop-integration'))
		document.body.append(document.createElement('div'))
		root.append(document.createElement('extension-root'))
		watchFields()
	}
	function watchFields(): void {
		for (const field of document.querySelectorAll<HTMLInputElement>('input:not([data-lp])')) {
			field.dataset.lp = ''
			field.after(document.createElement('lastpass-icon'))
			field.style.setProperty('background-image', 'none')
		}
	}
	function begin(): void {
		if (changer === 'extensions') extend()
		else changeAll(document.body)
		new MutationObserver((records) => {
			if (changer === 'extensions') return watchFields()
			for (const { type, target, addedNodes } of records) {
				if (type === 'characterData') changeAll(target)
				for (const node of addedNodes) if (node.isConnected) changeAll(node)
			}
		}).observe(document, { childList: true, subtree: true, characterData: changer !== 'splits' })
	}
	if (when === 'before') document.addEventListener('DOMContentLoaded', begin)
	else {
		const waiting = setInterval(() => {
			// A document that has only begun to load has no elements at all.
			if (document.querySelector('html[data-ready], #admin main, #admin form') === null) return
			clearInterval(waiting)
			begin()
		}, 10)
	}
}
