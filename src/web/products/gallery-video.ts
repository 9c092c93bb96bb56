import type { CataloguedVideo } from '#catalogue/video.ts'
import { assembleGallery, type GalleryPicture } from './gallery.ts'

/** A film as the catalogue knows it, with the addresses of its files. */
export interface GalleryVideo extends Pick<CataloguedVideo, 'name' | 'alt' | 'width' | 'height'> {
	/** What to look at, and how long it takes. */
	caption: string
	transcript: readonly string[]
	/** The film in the formats there are, the lighter one first. */
	sources: readonly { src: string; type: 'video/webm' | 'video/mp4' }[]
	poster: GalleryPicture
	captions: CataloguedVideo['captions'] & { src: string }
}

/** Joins what the catalogue says of a film with the addresses of its files; undefined unless all of them are there. */
export function assembleVideo(
	video: CataloguedVideo,
	addresses: Readonly<Record<string, string>>,
): GalleryVideo | undefined {
	const addressOf = (file: string) =>
		Object.entries(addresses).find(([path]) => path.endsWith(`/video/${file}`))?.[1]
	const webm = addressOf(`${video.name}.webm`)
	const mp4 = addressOf(`${video.name}.mp4`)
	const captions = addressOf(`${video.name}.vtt`)
	const { name, alt, width, height } = video
	const [poster] = assembleGallery([{ ...video.poster, caption: null, width, height }], addresses)
	if (webm === undefined || mp4 === undefined || captions === undefined || poster === undefined)
		return undefined
	return {
		name,
		alt,
		width,
		height,
		caption: `Watch it being filled in: ${video.seconds} seconds, no sound.`,
		transcript: video.transcript,
		sources: [
			{ src: webm, type: 'video/webm' },
			{ src: mp4, type: 'video/mp4' },
		],
		poster,
		captions: { ...video.captions, src: captions },
	}
}
