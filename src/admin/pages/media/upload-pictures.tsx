import { useState } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { uploadFile } from '#admin/api/call-api.ts'
import { FileDrop } from '#admin/ui/file-drop.tsx'
import type { Answer } from '#shared/admin/api.ts'
import { largestFile, largestFileBytes } from '#shared/largest-file.ts'
import { longestAlt, longestPictureName } from '#shared/media.ts'
import { counted, formatBytes } from '#shared/wording.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import '#admin/styles/media.css'

/** A file that waits to be uploaded. */
interface Chosen {
	key: string
	file: File
	/** Its bytes as an address: the content security policy allows no others. */
	address: string
	alt: string
	/** Why it can't be used. */
	refusal?: string | undefined
}

interface UploadPicturesProps {
	/** Whether only one can be chosen. */
	isSingle?: boolean
	/** Called with each stored picture and its alternative text. */
	onDone: (picture: Answer<'upload-picture'> & { alt: string }) => void
}

/** Uploads pictures, each with its alternative text. Says of each that is refused why. */
export function UploadPictures({ isSingle = false, onDone }: UploadPicturesProps) {
	const [chosen, setChosen] = useState<readonly Chosen[]>([])
	const [busy, run] = useBusy()
	const update = (key: string, change: Partial<Chosen>) =>
		setChosen((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
	const leaveOut = (key: string) => setChosen((all) => all.filter((one) => one.key !== key))

	async function choose(files: readonly File[]) {
		const read = await Promise.all((isSingle ? files.slice(0, 1) : files).map(readChosen))
		setChosen((all) => (isSingle ? read : [...all, ...read]))
	}
	async function send() {
		for (const { key, file, alt } of chosen) {
			const text = alt.trim()
			if (file.size > largestFileBytes) continue
			if (text === '') {
				update(key, { refusal: 'Say what it shows first.' })
				continue
			}
			try {
				const stored = await uploadFile('upload-picture', { alt: text, name: nameOf(file) }, file)
				leaveOut(key)
				toast.success('The picture is stored')
				onDone({ ...stored, alt: text })
			} catch (failure) {
				if (!(failure instanceof ApiError)) throw failure
				update(key, { refusal: failure.message })
			}
		}
	}
	return (
		<div className="grid max-w-[46rem] gap-5">
			<FileDrop
				label={isSingle ? 'Picture' : 'Pictures'}
				accept="image/png,image/jpeg,image/webp,image/avif"
				multiple={!isSingle}
				className="flex flex-wrap items-center gap-x-5 gap-y-3 p-5"
				button={{
					text: isSingle ? 'Choose a picture' : 'Choose pictures',
					size: 'small',
					variant: 'secondary',
				}}
				onFiles={(files) => void choose(files)}
				note={
					<p className="margin-note">
						Or drop {isSingle ? 'it' : 'them'} here. PNG, JPEG, WebP or AVIF, up to {largestFile}.
					</p>
				}
			/>
			{chosen.length === 0 ? null : (
				<>
					<ul className="pictures">
						{chosen.map(({ key, file, address, alt, refusal }) => (
							<li key={key}>
								<div className="thumbnail">
									<img src={address} alt="" />
								</div>
								<div className="grid min-w-0 content-start gap-3">
									<p className="wrap-anywhere">
										<b dir="auto">{file.name}</b>
										<span className="text-soft">, {formatBytes(file.size)}</span>
									</p>
									<Field
										label="Alternative text"
										hint="What it shows, for people who can’t see it."
										error={refusal}
										maxLength={longestAlt}
										autoComplete="off"
										value={alt}
										onChange={(event) => update(key, { alt: event.target.value, refusal: undefined })}
									/>
									<Button
										size="small"
										variant="quiet"
										className="-ml-4 justify-self-start"
										onClick={() => leaveOut(key)}
									>
										Leave it out
									</Button>
								</div>
							</li>
						))}
					</ul>
					<Button
						size="small"
						className="justify-self-start"
						aria-disabled={busy || undefined}
						onClick={() => run(send)}
					>
						{busy ? 'Uploading …' : `Upload ${counted(chosen.length, 'picture')}`}
					</Button>
				</>
			)}
		</div>
	)
}

async function readChosen(file: File): Promise<Chosen> {
	const isLarge = file.size > largestFileBytes
	return {
		key: crypto.randomUUID(),
		file,
		address: isLarge ? '' : await addressOf(file),
		alt: '',
		refusal: isLarge ? `It’s larger than ${largestFile}. Make it smaller and try again.` : undefined,
	}
}

function addressOf(file: File): Promise<string> {
	return new Promise((resolve) => {
		const reader = new FileReader()
		reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
		reader.onerror = () => resolve('')
		reader.readAsDataURL(file)
	})
}

/** Returns what a file is called without what no name may have: line breaks, and marks that turn its direction. */
function nameOf(file: File): string | undefined {
	const name = file.name.replaceAll(/[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu, '').slice(0, longestPictureName)
	return name === '' ? undefined : name
}
