/** Returns how many pixels of the window's foot a phone's keyboard covers. */
export function coveredFoot(
	{ height, offsetTop, scale }: Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>,
	windowHeight: number,
): number {
	// Pinching makes the visible part smaller too, but nothing lies over the rest.
	if (scale > 1.01) return 0
	return Math.max(0, Math.round(windowHeight - height - offsetTop))
}
