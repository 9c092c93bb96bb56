import type { Answer } from '#shared/admin/api.ts'
import { mediaAddresses } from '#shared/media.ts'
import '#admin/styles/media.css'

export type MediaPicture = Answer<'pictures'>['rows'][number]

/** A picture as it is shown now. The text beside it says what it shows. */
export function Thumbnail({ files }: { files: MediaPicture['shown'] }) {
	const { avif, src } = mediaAddresses(files)
	return (
		<picture className="thumbnail">
			<source type="image/avif" srcSet={avif} sizes="11rem" />
			<img src={src} alt="" width={files.width} height={files.height} loading="lazy" decoding="async" />
		</picture>
	)
}
