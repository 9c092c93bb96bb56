/** Lets reading go on at the beginning of the page's own content, where the control that had the focus is gone. */
export function focusContent(): void {
	document.getElementById('content')?.focus({ preventScroll: true })
}
