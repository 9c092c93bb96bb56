/**
 * Lets a visitor move the line between the two versions of a page, with a mouse or a finger on the line or with the keys of its
 * slider.
 */
export function moveLine(): void {
	const page = document.querySelector<HTMLElement>('.compared')
	const line = page?.querySelector<HTMLElement>('.compared-line')
	const slider = line?.querySelector('input')
	if (page == null || line == null || slider == null) return

	/** The slider says how much is after, so that its key for more moves the line up. */
	const show = () => page.style.setProperty('--at', `${100 - slider.valueAsNumber}%`)
	slider.addEventListener('input', show)
	line.addEventListener('pointerdown', ({ pointerId }) => line.setPointerCapture(pointerId))
	line.addEventListener('pointermove', ({ pointerId, clientY }) => {
		if (!line.hasPointerCapture(pointerId)) return
		const { top, height } = page.getBoundingClientRect()
		slider.valueAsNumber = 100 - ((clientY - top) / height) * 100
		show()
	})
}
