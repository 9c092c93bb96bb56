import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CutPicture } from '#admin/pages/media/cut-picture.tsx'
import { type MediaPicture, Thumbnail } from '#admin/pages/media/thumbnail.tsx'
import { UploadPictures } from '#admin/pages/media/upload-pictures.tsx'
import { useMe } from '#admin/session/session.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { TextArea } from '#admin/ui/text-area.tsx'
import { timeOf } from '#admin/ui/times.ts'
import { longestAlt } from '#shared/media.ts'
import { formatBytes } from '#shared/wording.ts'

interface PictureRowProps {
	row: MediaPicture
	/** Called once something has changed. */
	onDone: () => void
}

/** A picture, with what can be done with it. */
export function PictureRow({ row, onDone }: PictureRowProps) {
	const { id, name, shown, crop, bytes, alt, by, at } = row
	const isOwner = useMe().role === 'owner'
	return (
		<li>
			<Thumbnail files={shown} />
			<div className="grid min-w-0 content-start gap-1.5">
				<p className="wrap-anywhere font-semibold" dir="auto">
					{name ?? 'A picture without a name'}
				</p>
				<p className="wrap-anywhere" dir="auto">
					{alt}
				</p>
				<p className="text-label text-soft">
					{shown.width} × {shown.height}, {formatBytes(bytes)}
					{crop === null ? '' : ', a part of it'}. Added {timeOf(at)} by {by}.
				</p>
				<Uses uses={row.uses} />
				<div className="picture-acts">
					<Describe row={row} onDone={onDone} />
					{isOwner ? (
						<>
							<CutPicture row={row} onDone={onDone} />
							<Replace row={row} onDone={onDone} />
						</>
					) : null}
					<ActButton
						act="remove-picture"
						input={{ id }}
						title="Remove the picture"
						opens="Remove …"
						label="Remove it"
						variant="quiet"
						isDanger
						done="The picture is removed"
						onDone={onDone}
					/>
				</div>
			</div>
		</li>
	)
}

function Uses({ uses }: Pick<MediaPicture, 'uses'>): ReactNode {
	if (uses.length === 0) return <p className="text-label text-soft">Not used anywhere.</p>
	return (
		<p className="text-label">
			Used in{' '}
			{uses.map(({ kind, id, title }, index) => (
				<span key={`${kind} ${id}`}>
					{index === 0 ? '' : ', '}
					<Link to={`/words/${kind}/${id}`}>{title}</Link>
				</span>
			))}
			.
		</p>
	)
}

function Describe({ row: { id, alt }, onDone }: PictureRowProps) {
	const [text, setText] = useState(alt)
	return (
		<ActButton
			act="describe-picture"
			input={text.trim() === '' ? undefined : { id, alt: text.trim() }}
			title="Describe the picture"
			opens="Describe …"
			label="Save the text"
			variant="quiet"
			reason="none"
			done="The text is saved"
			onOpen={() => setText(alt)}
			onDone={onDone}
		>
			<TextArea
				label="Alternative text"
				name="alt"
				hint="What it shows, for people who can’t see it."
				value={text}
				maxLength={longestAlt}
				rows={2}
				onChange={(changed) => setText(changed.replaceAll(/\s*\n\s*/g, ' '))}
			/>
		</ActButton>
	)
}

/** Uploads another picture, and shows it in the place of this one once that is confirmed. */
function Replace({ row: { id }, onDone }: PictureRowProps) {
	const [files, setFiles] = useState<MediaPicture['shown']>()
	return (
		<ActButton
			act="replace-picture"
			input={files === undefined ? undefined : { id, replacement: files.id }}
			title="Replace the picture"
			opens="Replace …"
			label="Replace it"
			variant="quiet"
			done="The picture is replaced"
			onOpen={() => setFiles(undefined)}
			onDone={onDone}
		>
			{files === undefined ? <UploadPictures isSingle onDone={setFiles} /> : <Thumbnail files={files} />}
		</ActButton>
	)
}
