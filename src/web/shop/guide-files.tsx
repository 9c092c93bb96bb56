import { useEffect, useState } from 'react'
import { formatBytes } from '#shared/wording.ts'
import { call } from '#web/session/call.ts'
import { field, numberIn, textIn } from '#web/session/read-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadingRow } from '#web/ui/later-part.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { documentsIn, type PackedDocument, type PackedFile } from './packed-names.ts'
import { redirectedToSignIn, type SignInPrompt } from './sign-in-first.ts'
import { type DownloadableGuide, fetchOwned } from './take-free-guide.ts'
import { openWaitingTab } from './waiting-tab.ts'
import './guide-files.css'

interface GuideFilesProps {
	/** The guide, with the name of the ZIP whose files are listed. */
	guide: DownloadableGuide & { pdfFileName: string }
	openFirst?: { file: string; why: string } | undefined
	/** What the guide's page says of its files. */
	described?: readonly { name: string; purpose?: string }[] | undefined
	goToSignIn: SignInPrompt['goToSignIn']
}

/** A longer list begins with some of its documents. */
const longest = 9
const shownFirst = 6

/** Lists the files inside a ZIP that the user has. Each can be downloaded alone, so that nobody needs to unpack anything. */
export function GuideFiles({ guide, openFirst, described, goToSignIn }: GuideFilesProps) {
	const files = usePackedFiles(guide.pdfFileName)
	const [showsAll, setShowsAll] = useState(false)
	if (files === undefined) return <LoadingRow what="the files" />
	if (files === null || files.length === 0)
		return (
			<p className="margin-note">
				We can’t list what’s in {guide.pdfFileName} just now. You can download it whole.
			</p>
		)
	const documents = documentsIn(files, openFirst, described)
	const isLong = documents.length > longest
	return (
		<>
			<ul className="packed-files">
				{(isLong && !showsAll ? documents.slice(0, shownFirst) : documents).map((document) => (
					<li key={document.formats[0]?.name} className="border-t border-rule">
						<span aria-hidden="true" className="leaf packed-sheet" data-first={document.isFirst || undefined}>
							{document.formats[0]?.name.replace(/.*\./, '').toUpperCase()}
						</span>
						<div className="min-w-0">
							<p className="font-display leading-snug font-semibold wrap-anywhere">
								{document.isFirst ? (
									<span className="marked">Open first: {document.title}</span>
								) : (
									document.title
								)}
							</p>
							<p className="margin-note">{document.purpose}</p>
							<div className="-ml-4 flex flex-wrap">
								{document.formats.map((file) => (
									<FileButton
										key={file.name}
										file={file}
										document={document}
										guide={guide}
										goToSignIn={goToSignIn}
									/>
								))}
							</div>
						</div>
					</li>
				))}
			</ul>
			{isLong ? (
				<Button
					variant="quiet"
					size="small"
					className="-ml-4"
					aria-expanded={showsAll}
					onClick={() => setShowsAll(!showsAll)}
				>
					{showsAll ? 'Show fewer' : `Show all ${documents.length}`}
				</Button>
			) : null}
			<OpeningHelp documents={documents} />
		</>
	)
}

interface FileButtonProps extends Pick<GuideFilesProps, 'guide' | 'goToSignIn'> {
	file: PackedDocument['formats'][number]
	document: PackedDocument
}

function FileButton({ file: { name, size, format }, document, guide, goToSignIn }: FileButtonProps) {
	const [busy, run] = useBusy()
	async function open() {
		const prompt: SignInPrompt = { message: 'Please sign in to download PDFs', goToSignIn }
		if (redirectedToSignIn(prompt)) return
		// The browser shows a PDF and saves any other file.
		const tab = format === 'PDF' ? openWaitingTab() : null
		await fetchOwned({ ...guide, inside: name, shortTitle: document.title }, tab, prompt)
	}
	return (
		<Button variant="quiet" size="small" aria-disabled={busy || undefined} onClick={() => run(open)}>
			{busy ? 'Preparing...' : `${format}, ${formatBytes(size)}`}
			<span className="sr-only">: {document.title}</span>
		</Button>
	)
}

/** Says how to open what a phone can’t show, or a computer without the program. */
function OpeningHelp({ documents }: { documents: readonly PackedDocument[] }) {
	const has = (kind: string) => documents.some(({ formats }) => formats.some(({ format }) => format === kind))
	const apps = [...(has('Word') ? ['Docs'] : []), ...(has('Spreadsheet') ? ['Sheets'] : [])].join(' or ')
	if (apps === '') return null
	return (
		<details className="border-t border-rule">
			<summary className="flex min-h-11 cursor-pointer items-center font-display text-label font-semibold text-press">
				Open them on a phone, or in Google {apps}
			</summary>
			<ul className="grid max-w-measure gap-3 pb-5">
				<li>
					<strong>iPhone or iPad.</strong> Press the file, then Download. It’s in the Files app, under
					Downloads. Hold it, press Share and choose {has('Word') ? 'Word, Pages' : 'Excel, Numbers'} or
					Google {apps}.
				</li>
				<li>
					<strong>Android.</strong> Press the file, then Open in the message about the download. Choose Google{' '}
					{apps}, or the Microsoft app.
				</li>
				<li>
					<strong>Computer without Office.</strong> Drag the file into drive.google.com, then double-click it
					there. LibreOffice is free and opens it too.
				</li>
				{has('Spreadsheet') ? (
					<li>
						<strong>A spreadsheet that doesn’t calculate</strong> is open in a preview. Open it in one of
						these apps.
					</li>
				) : null}
			</ul>
		</details>
	)
}

/** Returns the files inside a ZIP; undefined while they are being listed, null if they can’t be. */
function usePackedFiles(archive: string): readonly PackedFile[] | null | undefined {
	const [files, setFiles] = useState<readonly PackedFile[] | null | undefined>(undefined)
	useEffect(() => {
		let current = true
		void listFiles(archive).then((listed) => {
			if (current) setFiles(listed)
		})
		return () => {
			current = false
		}
	}, [archive])
	return files
}

async function listFiles(archive: string): Promise<PackedFile[] | null> {
	const { answer } = await call('/storage/v1/object/info/', (supabase) =>
		supabase.storage.from('pdfs').info(archive),
	)
	const contents = field(answer?.data, 'contents')
	if (!Array.isArray(contents)) return null
	return contents.flatMap((file: unknown) => {
		const [name, size] = [textIn(file, 'name'), numberIn(file, 'size')]
		return name === null || size === null ? [] : [{ name, size }]
	})
}
