import { useRead } from '#admin/api/use-read.ts'
import { PictureRow } from '#admin/pages/media/picture-row.tsx'
import { UploadPictures } from '#admin/pages/media/upload-pictures.tsx'
import { WordsTabs } from '#admin/pages/words/words-tabs.tsx'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Empty, Failed, Loading } from '#admin/ui/states.tsx'
import '#admin/styles/media.css'

/** Lists the uploaded pictures, with where each is shown. */
export function Page() {
	const { data, error, updatedAt, reload } = useRead('pictures', {})
	return (
		<PageFrame
			title="Media"
			note="Pictures for the shop’s pages. Each is made small enough for phones, and loses what its file knew about place and camera."
			updatedAt={updatedAt}
		>
			<WordsTabs />
			<UploadPictures onDone={reload} />
			{data === undefined ? (
				error === undefined ? (
					<Loading lines={8} />
				) : (
					<Failed error={error} onRetry={reload} />
				)
			) : data.rows.length === 0 ? (
				<Empty title="No pictures yet">
					Those that came with the shop aren’t listed. They’re in Words, with their guides.
				</Empty>
			) : (
				<ul className="pictures" aria-label="Pictures">
					{data.rows.map((row) => (
						<PictureRow key={row.id} row={row} onDone={reload} />
					))}
				</ul>
			)}
		</PageFrame>
	)
}
