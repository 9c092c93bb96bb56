import { useState } from 'react'
import { type Cut, inHundredths, sides } from '#admin/pages/media/crop.ts'
import { CropBox } from '#admin/pages/media/crop-box.tsx'
import type { MediaPicture } from '#admin/pages/media/thumbnail.tsx'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { Select } from '#admin/ui/select.tsx'
import { mediaAddresses } from '#shared/media.ts'
import { Field } from '#web/ui/field.tsx'

/** The shapes that can be cut out, with width by height. */
const shapes = [
	{ name: 'Cover', ratio: 9 / 16 },
	{ name: 'A4 page', ratio: 210 / 297 },
	{ name: 'Square', ratio: 1 },
	{ name: 'Photo, 4:3', ratio: 4 / 3 },
	{ name: 'Wide, 16:9', ratio: 16 / 9 },
]
const own = 'As set below'

/** Chooses the part of a picture that is shown: by handles over it, by a shape, or by how much is cut off at each side. */
export function CutPicture({ row, onDone }: { row: MediaPicture; onDone: () => void }) {
	const { id, original } = row
	const [cut, setCut] = useState(() => cutOf(row))
	const [shape, setShape] = useState(own)
	const width = inHundredths(100 - cut.left - cut.right)
	const height = inHundredths(100 - cut.top - cut.bottom)
	const isPossible = sides.every((side) => cut[side] >= 0) && width > 0 && height > 0
	const { src } = mediaAddresses(original)
	return (
		<ActButton
			act="crop-picture"
			input={
				isPossible
					? { id, left: cut.left / 100, top: cut.top / 100, width: width / 100, height: height / 100 }
					: undefined
			}
			title="Cut the picture"
			opens="Cut …"
			label="Show this part"
			variant="quiet"
			done="The picture is cut"
			onOpen={() => {
				setCut(cutOf(row))
				setShape(own)
			}}
			onDone={onDone}
		>
			<CropBox
				src={src}
				size={original}
				cut={cut}
				onMovePart={setCut}
				onMoveEdges={(moved) => {
					setShape(own)
					setCut(moved)
				}}
			/>
			<Select
				label="Shape"
				value={shape}
				options={[own, ...shapes.map(({ name }) => name)].map((one) => ({ value: one, label: one }))}
				onChange={(chosen) => {
					setShape(chosen)
					const ratio = shapes.find(({ name }) => name === chosen)?.ratio
					if (ratio !== undefined) setCut(middleOf(original, ratio))
				}}
			/>
			<fieldset className="grid grid-cols-2 gap-4 sm:grid-cols-4">
				<legend className="mb-2 text-label font-semibold">Cut off, in percent</legend>
				{sides.map((side) => (
					<Field
						key={side}
						label={side.charAt(0).toUpperCase() + side.slice(1)}
						type="number"
						name={side}
						min={0}
						max={95}
						step="any"
						value={cut[side]}
						onChange={(event) => {
							setShape(own)
							setCut({ ...cut, [side]: Number(event.target.value) })
						}}
					/>
				))}
			</fieldset>
			{isPossible ? null : <p className="text-brick">Nothing would be left: cut off less.</p>}
		</ActButton>
	)
}

function cutOf({ crop }: MediaPicture): Cut {
	const { left, top, width, height } = crop ?? { left: 0, top: 0, width: 1, height: 1 }
	return {
		left: inHundredths(100 * left),
		right: inHundredths(100 * (1 - left - width)),
		top: inHundredths(100 * top),
		bottom: inHundredths(100 * (1 - top - height)),
	}
}

/** Returns the largest part of a shape from the middle of a picture. */
function middleOf({ width, height }: { width: number; height: number }, ratio: number): Cut {
	const across = inHundredths(Math.max(0, 50 - (50 * height * ratio) / width))
	const down = inHundredths(Math.max(0, 50 - (50 * width) / ratio / height))
	return { left: across, right: across, top: down, bottom: down }
}
