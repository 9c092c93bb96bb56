import { lazy, Suspense, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { isPlanner, readPath } from '#shared/paths.ts'
import { readRemembered } from '#web/offline/remembered.ts'
import { useGuideContent } from '#web/products/guide-content.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { downloadOwned } from '#web/shop/start-guide-action.ts'
import type { DownloadableGuide } from '#web/shop/take-free-guide.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LoadingRow, orNotLoaded } from '#web/ui/later-part.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import type { OwnedGuide } from './read-guides.ts'

interface GuideProps {
	guide: OwnedGuide
}

/** From this share on, a guide counts as read, in percent. Its last screen is a list of sources. */
const readFrom = 97

/** Says how far the user has read, with one button to go on, and downloads the guide. */
export function MainActions({ guide: { product, file, name } }: GuideProps) {
	const { user } = useAuth()
	const isRead = product !== undefined && product.readingFile !== null
	const fillsIn = isRead && isPlanner(product)
	const progress = isRead && !fillsIn && user !== null ? readRemembered(user.id, product.slug).progress : null
	const goesOn = progress !== null && progress.percent < readFrom
	return (
		<>
			{progress === null ? null : (
				<div className="shelf-progress">
					<progress aria-label={`Read so far of ${name}`} max={100} value={progress.percent} />
					<p>
						{goesOn ? (
							<>
								<strong className="figures">{progress.percent}%</strong>, in {progress.chapter}
							</>
						) : (
							'You’ve read it to the end'
						)}
					</p>
				</div>
			)}
			<div className="mt-4 flex flex-wrap gap-3 print:hidden">
				{fillsIn ? <ReadLink to={readPath(product)} label="Open the planner" name={name} isMain /> : null}
				{isRead && goesOn ? <ReadLink to={readPath(product)} label="Continue" name={name} isMain /> : null}
				{file === null ? (
					<p>No file to download</p>
				) : (
					<DownloadButton file={file} name={name} isMain={!goesOn && !fillsIn} />
				)}
				{isRead && !goesOn && !fillsIn ? (
					<ReadLink to={readPath(product)} label="Read online" name={name} />
				) : null}
			</div>
		</>
	)
}

interface ReadLinkProps {
	to: string
	label: string
	name: string
	isMain?: boolean
}

function ReadLink({ to, label, name, isMain = false }: ReadLinkProps) {
	return (
		<ButtonLink to={to} variant={isMain ? 'primary' : 'secondary'}>
			{label}
			<span className="sr-only"> {name}</span>
		</ButtonLink>
	)
}

function DownloadButton({ file, name, isMain }: { file: DownloadableGuide; name: string; isMain: boolean }) {
	const goToSignIn = useGoToSignIn()
	const [busy, run] = useBusy()
	return (
		<Button
			variant={isMain ? 'primary' : 'secondary'}
			aria-disabled={busy || undefined}
			onClick={() => run(() => downloadOwned(file, goToSignIn))}
		>
			{busy ? 'Preparing...' : 'Download'}
			<span className="sr-only"> {name}</span>
		</Button>
	)
}

/** A button that downloads a file other than the main one: an earlier edition, the phone edition, an e-book or extras. */
export function FileButton({ file, label, guide }: GuideProps & { file: string; label: string }) {
	const goToSignIn = useGoToSignIn()
	const [busy, run] = useBusy()
	if (guide.file === null) return null
	const other = { ...guide.file, pdfFileName: file }
	return (
		<Button
			variant="quiet"
			size="small"
			aria-disabled={busy || undefined}
			onClick={() => run(() => downloadOwned(other, goToSignIn))}
		>
			{busy ? 'Preparing...' : label}
			<span className="sr-only"> of {guide.name}</span>
		</Button>
	)
}

const GuideFiles = lazy(() =>
	orNotLoaded(async () => {
		const { GuideFiles } = await import('#web/shop/guide-files.tsx')
		return { default: GuideFiles }
	}),
)

/** Lists the files of each ZIP of a guide, once it is opened, so that nobody needs to unpack one. */
export function EveryFile({ guide: { file, further, kept, product, name } }: GuideProps) {
	const [isOpen, setIsOpen] = useState(false)
	const goToSignIn = useGoToSignIn()
	const content = useGuideContent(isOpen ? product : undefined)
	const id = useId()
	if (file === null) return null
	const all = [file.pdfFileName, ...further.map((one) => one.name), ...kept.map((one) => one.file)]
	const archives = all.flatMap((one) => (one?.endsWith('.zip') ? [one] : []))
	if (archives.length === 0) return null
	return (
		<div>
			<Button
				variant="quiet"
				size="small"
				className="-ml-4"
				aria-expanded={isOpen}
				aria-controls={id}
				onClick={() => setIsOpen(!isOpen)}
			>
				{isOpen ? 'Hide the files' : 'Every file by itself'}
				<span className="sr-only"> of {name}</span>
			</Button>
			<div id={id}>
				{isOpen
					? archives.map((archive) => (
							<section key={archive} aria-label={`Files in ${archive}`} className="unwrapped">
								{archives.length > 1 ? <h3 className="margin-note pt-4">{archive}</h3> : null}
								<Suspense fallback={<LoadingRow what="the files" />}>
									<GuideFiles
										guide={{ ...file, pdfFileName: archive }}
										openFirst={content?.openFirst}
										described={content?.product.previewContent.files}
										goToSignIn={goToSignIn}
									/>
								</Suspense>
							</section>
						))
					: null}
			</div>
		</div>
	)
}

function useGoToSignIn(): () => void {
	const navigate = useNavigate()
	return () => void navigate(signInPath('/account/guides'))
}
