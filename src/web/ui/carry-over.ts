/**
 * Keeps what the visitor did before hydration if React had to render the page again, because a translator or an extension had changed
 * its text: what they typed, chose or opened, and the press that `head/start-scripts.js` could not repeat, because its button is gone.
 * `before` is the content of the page's body before hydration.
 */
export function carryOver(before: readonly Element[]): void {
	const now = findControls([document.body])
	const pressed: unknown = Reflect.get(document, 'pressed')
	let press: HTMLElement | undefined
	for (const [key, old] of findControls(before.filter(({ isConnected }) => !isConnected))) {
		const control = now.get(key)
		if (!control) continue
		if (old === pressed) press = control
		if (Reflect.get(old, 'checked') !== Reflect.get(control, 'checked')) control.click()
		if (old instanceof HTMLDetailsElement && old.open) control.setAttribute('open', '')
		const text: unknown = Reflect.get(old, 'value')
		// What the visitor has typed since then stays.
		if (!text || text === Reflect.get(control, 'value') || control.matches(':focus')) continue
		// React takes a text for new only if it was not set on the element itself.
		Reflect.set(Object.getPrototypeOf(control), 'value', text, control)
		control.dispatchEvent(new Event('input', { bubbles: true }))
	}
	press?.click()
}

/** Returns the controls by what stays the same when the page is rendered again: their kind, and their place among those of that kind. */
function findControls(parts: readonly Element[]): Map<string, HTMLElement> {
	const found = new Map<string, HTMLElement>()
	for (const part of parts)
		for (const control of part.querySelectorAll<HTMLElement>('button, details, input, select, textarea')) {
			let key = `${control.tagName} ${control.getAttribute('name')} ${control.className}`
			while (found.has(key)) key += '+'
			found.set(key, control)
		}
	return found
}
