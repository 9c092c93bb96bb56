import type { GalleryVideo } from '#web/shop-window/gallery-video.ts'

/** The film in words, for whoever cannot or would rather not watch it. */
export function Transcript({ video }: { video: GalleryVideo }) {
	return (
		<details className="mt-2 max-w-measure border-y border-rule">
			<summary className="flex min-h-12 items-center py-2 font-semibold text-press hover:text-press-deep">
				<span>Read the film instead</span>
			</summary>
			<div className="grid gap-3 pb-5">
				{video.transcript.map((paragraph) => (
					<p key={paragraph}>{paragraph}</p>
				))}
			</div>
		</details>
	)
}
