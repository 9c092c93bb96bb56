import { use } from 'react'
import { Thumbnail } from '#admin/pages/media/thumbnail.tsx'
import { WritingContext } from '#admin/pages/words/writing.tsx'

/** A picture of Media that a document names, as it is shown now. */
export function ItemPicture({ id }: { id: string }) {
	const { data } = use(WritingContext).media
	const picture = data?.rows.find((one) => one.id === id)
	if (picture !== undefined) return <Thumbnail files={picture.shown} />
	return data === undefined ? (
		<div className="thumbnail" />
	) : (
		<p className="text-brick">It’s no longer in Media.</p>
	)
}
