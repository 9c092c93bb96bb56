let hasActed = false

for (const type of ['keydown', 'input', 'pointerdown'] as const)
	window.addEventListener(
		type,
		() => {
			hasActed = true
		},
		{ capture: true, passive: true },
	)

/** Returns whether the member has typed or pressed anything on the page since the last call. */
export function hasActedSinceLastRequest(): boolean {
	const acted = hasActed
	hasActed = false
	return acted
}
