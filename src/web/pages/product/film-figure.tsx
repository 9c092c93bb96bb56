import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { GalleryVideo } from '#web/viewer/gallery-video.ts'
import { MarginCaption } from './page-row.tsx'

/**
 * A poster of the film in the film's shape, and beside it what happens, for people who cannot watch it or would rather not.
 * Pressing the poster plays the film in its place. Without scripts it links to the file.
 */
export function FilmFigure({ video }: { video: GalleryVideo }) {
	return (
		<figure className="film">
			<div>
				<a
					href={video.sources.find(({ type }) => type === 'video/mp4')?.src}
					data-opens={video.name}
					data-film
					className="leaf"
				>
					<Picture {...video.poster} alt="" sizes="(width < 30rem) 90vw, 26rem" />
					<span className="film-foot">
						<Icon name="play" size={56} filled />
						<span>
							Play the film<span className="sr-only">: {video.alt}</span>
						</span>
					</span>
				</a>
			</div>
			<div>
				<MarginCaption>{video.caption}</MarginCaption>
				<details className="mt-4 border-y border-rule">
					<summary className="flex min-h-12 items-center py-2 font-semibold text-press hover:text-press-deep">
						<span>Read the transcript instead</span>
					</summary>
					<ol className="pb-2">
						{video.transcript.map((scene) => (
							<li key={scene} className="py-2">
								{scene}
							</li>
						))}
					</ol>
				</details>
			</div>
		</figure>
	)
}
