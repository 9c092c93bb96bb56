/** A short silent film of a product in use, drawn from its real files by `npm run catalogue`. */
export interface CataloguedVideo {
	/** Files beside the list, under `video/`: `<name>.webm`, `<name>.mp4` and the captions `<name>.vtt`. */
	name: string
	/** Pixels of both films and of the widest poster. */
	width: number
	height: number
	/** Whole seconds, rounded up. */
	seconds: number
	/** What the film shows, in one sentence, for whoever cannot see it. */
	alt: string
	/** What happens from start to end, one paragraph each: the film in words. */
	transcript: readonly string[]
	/** The still picture before it plays: `video/<name>-<width>.avif`, `.webp` and `.jpg`. */
	poster: { name: string; widths: readonly number[]; alt: string }
	/** The captions' language and the label a player shows for them. */
	captions: { language: string; label: string }
}
