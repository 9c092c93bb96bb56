import type { FilmScene } from '#catalogue/budget-planner/video.ts'

/** Captions as WebVTT: each scene's words while it runs. Source: W3C WebVTT, sections 1 and 4. */
export function captionsOf(scenes: readonly FilmScene[]): string {
	let seconds = 0
	const cues = scenes.map((scene, index) => {
		const begins = seconds
		seconds += scene.seconds
		return `${index + 1}\n${timestamp(begins)} --> ${timestamp(seconds)}\n${scene.words}\n`
	})
	return `WEBVTT\n\n${cues.join('\n')}`
}

/** `00:00:07.600` */
function timestamp(seconds: number): string {
	return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}
