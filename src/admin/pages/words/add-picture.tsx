import { use, useState } from 'react'
import { Thumbnail } from '#admin/pages/media/thumbnail.tsx'
import { UploadPictures } from '#admin/pages/media/upload-pictures.tsx'
import { WritingContext } from '#admin/pages/words/writing.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'
import type { Answer } from '#shared/admin/api.ts'
import { isRecord } from '#shared/json.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** A picture that was chosen, with the size and the alternative text that a document says of it. */
type Chosen = Answer<'upload-picture'> & { alt: string }

interface AddPictureProps {
	/** The pictures that the gallery has. None is in it twice. */
	present: readonly unknown[]
	/** Called with the item of the gallery. */
	onAdd: (item: unknown) => void
}

/** Adds a picture to a gallery: one of Media, or a new one. */
export function AddPicture({ present, onAdd }: AddPictureProps) {
	const [open, setOpen] = useState(false)
	function add({ id, width, height, alt }: Chosen) {
		setOpen(false)
		if (present.some((one) => isRecord(one) && one.name === id)) return
		onAdd({ name: id, kind: 'page', source: 'Media', page: 1, alt, caption: null, width, height })
	}
	return (
		<>
			<Button
				size="small"
				variant="secondary"
				className="justify-self-start"
				data-add=""
				onClick={() => setOpen(true)}
			>
				Add a picture …
			</Button>
			{open ? (
				<Dialog open title="Add a picture" onClose={() => setOpen(false)}>
					<Choice onChoose={add} />
				</Dialog>
			) : null}
		</>
	)
}

function Choice({ onChoose }: { onChoose: (picture: Chosen) => void }) {
	const { data, error, reload } = use(WritingContext).media
	return (
		<div className="grid gap-6">
			<UploadPictures
				isSingle
				onDone={(picture) => {
					reload()
					onChoose(picture)
				}}
			/>
			{data === undefined ? (
				error === undefined ? (
					<Loading />
				) : (
					<Failed error={error} onRetry={reload} />
				)
			) : data.rows.length === 0 ? null : (
				<section className="grid gap-3" aria-labelledby="from-media">
					<h3 id="from-media" className="font-semibold">
						From Media
					</h3>
					<ul className="picture-choice">
						{data.rows.map(({ id, shown, alt }) => (
							<li key={id}>
								<button type="button" aria-label={alt} onClick={() => onChoose({ ...shown, id, alt })}>
									<Thumbnail files={shown} />
								</button>
							</li>
						))}
					</ul>
				</section>
			)}
		</div>
	)
}
