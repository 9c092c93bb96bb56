import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { siteOrigin } from './site-settings.ts'

export interface ShareButtonsProps {
	/** What the page is about. */
	title: string
	/** The page's canonical path. */
	path: string
}

/** Shares a page with what the device offers, as a copied link, or as a QR code for somebody in the same room. */
export function ShareButtons({ title, path }: ShareButtonsProps) {
	const url = new URL(path, siteOrigin()).href
	const [copied, setCopied] = useState<'' | 'Link copied' | 'Copy the address below yourself'>('')
	const [code, setCode] = useState<QrCode | null>(null)
	const [isOpen, setOpen] = useState(false)

	async function copy() {
		try {
			await navigator.clipboard.writeText(url)
			setCopied('Link copied')
		} catch {
			setCopied('Copy the address below yourself')
			setOpen(true)
		}
	}
	async function toggleCode() {
		setOpen(!isOpen)
		if (code === null) setCode(await qrCodeOf(url).catch(() => null))
	}
	return (
		<fieldset aria-label="Share this page" className="border-t border-rule pt-3 print:hidden">
			<div className="flex flex-wrap items-center gap-3">
				{'share' in navigator ? (
					<Button
						size="small"
						variant="secondary"
						// It is rejected if the visitor closes the sheet.
						onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
					>
						Share
					</Button>
				) : null}
				<Button size="small" variant="secondary" onClick={copy}>
					Copy link
				</Button>
				<Button size="small" variant="secondary" aria-expanded={isOpen} onClick={toggleCode}>
					QR code
				</Button>
				<p role="status" className="margin-note">
					{copied}
				</p>
			</div>
			{isOpen ? (
				<div className="mt-4 flex flex-wrap items-center gap-4">
					{code === null ? null : (
						<svg
							role="img"
							aria-label={`QR code of this page, ${title}`}
							viewBox={`0 0 ${code.size} ${code.size}`}
							width="176"
							height="176"
							shapeRendering="crispEdges"
							className="shrink-0"
						>
							<path fill="#fff" d={`M0 0h${code.size}v${code.size}H0z`} />
							<path fill="#000" d={code.shape} />
						</svg>
					)}
					<p className="min-w-0 margin-note">
						Point a phone’s camera at the code, or use the address:
						<span className="block wrap-anywhere">{url}</span>
					</p>
				</div>
			) : null}
		</fieldset>
	)
}

interface QrCode {
	/** Modules on each side, with the border of four that readers expect. */
	size: number
	/** The dark modules, as the path of a drawing. */
	shape: string
}

async function qrCodeOf(url: string): Promise<QrCode> {
	const { encode } = await lazyImport(() => import('uqr'))
	const { data, size } = encode(url, { ecc: 'M', border: 4 })
	const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
	return { size, shape: squares.join('') }
}
