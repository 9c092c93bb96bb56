import type { CataloguedVideo } from '#catalogue/gallery.ts'
import { assembleGallery, type GalleryPicture } from '#web/products/gallery.ts'

/** A video of the catalogue with the URLs of its files. */
export interface GalleryVideo extends Pick<CataloguedVideo, 'name' | 'alt' | 'width' | 'height' | 'seconds'> {
	/** Says what to look at, and how long the video is. */
	caption: string
	transcript: readonly string[]
	/** The smaller file first. */
	sources: readonly { src: string; type: 'video/webm' | 'video/mp4' }[]
	poster: GalleryPicture
	captions: CataloguedVideo['captions'] & { src: string }
}

/** Joins a video of the catalogue with the URLs of its files. Returns undefined if a file is missing. */
export function assembleVideo(
	video: CataloguedVideo,
	addresses: Readonly<Record<string, string>>,
): GalleryVideo | undefined {
	const addressOf = (file: string) =>
		Object.entries(addresses).find(([path]) => path.endsWith(`/video/${file}`))?.[1]
	const webm = addressOf(`${video.name}.webm`)
	const mp4 = addressOf(`${video.name}.mp4`)
	const captions = addressOf(`${video.name}.vtt`)
	const { name, alt, width, height, seconds } = video
	const [poster] = assembleGallery([{ ...video.poster, caption: null, width, height }], addresses)
	if (webm === undefined || mp4 === undefined || captions === undefined || poster === undefined)
		return undefined
	return {
		name,
		alt,
		width,
		height,
		seconds,
		caption: `Watch it being filled in: ${seconds} seconds, no sound.`,
		transcript: video.transcript,
		sources: [
			{ src: webm, type: 'video/webm' },
			{ src: mp4, type: 'video/mp4' },
		],
		poster,
		captions: { ...video.captions, src: captions },
	}
}
