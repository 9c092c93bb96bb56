/** Runs something after the next frame has been painted. A slow phone shows nothing of a press until its handler has returned. */
export function afterPaint(run: () => void): void {
	requestAnimationFrame(() => setTimeout(run))
}
