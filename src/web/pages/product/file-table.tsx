import type { Product } from '#shared/catalogue-schema.ts'
import { formatBytes } from '#shared/wording.ts'
import { furtherFileLabel } from '#web/products/facts.ts'
import type { PageProduct } from '#web/products/product-content.ts'
import { includedFiles } from './included-files.ts'
import { Fold } from './product-section.tsx'

/** A longer list of files is collapsed. */
const mostUnfolded = 6

/** The files in the download with their pages and sizes. */
export function FileTable({ product }: { product: PageProduct }) {
	const { files, furtherFiles, bytes } = product.previewContent
	const others = furtherFiles.filter(({ format }) => format !== 'JSON')
	return (
		<>
			{files.length > mostUnfolded ? (
				<>
					<p className="figures mb-4">{includedFiles(product.previewContent).join(' · ')}</p>
					<div className="border-t border-rule">
						<Fold title={`All ${files.length} files, with pages and sizes`}>
							<Files files={files} />
						</Fold>
					</div>
				</>
			) : (
				<Files files={files} />
			)}
			{bytes === null || files.length > mostUnfolded ? null : (
				<p className="margin-note mt-3">
					{files.length > 1 ? `Packed in one ZIP, ${formatBytes(bytes)}` : formatBytes(bytes)} to download.
				</p>
			)}
			{others.length === 0 ? null : (
				<p className="margin-note mt-3">
					{`You also get these, to download one by one under “Your guides”: ${others.map(furtherFileLabel).join(', ')}.`}
				</p>
			)}
			{others.map((file) =>
				file.purpose === undefined ? null : (
					<p key={file.name} className="margin-note mt-1">
						{furtherFileLabel(file)}: {file.purpose}
					</p>
				),
			)}
		</>
	)
}

function Files({ files }: Pick<Product['previewContent'], 'files'>) {
	const hasPages = files.some(({ pages }) => pages !== null)
	return (
		<table className="figures w-full text-label">
			<thead className="text-left text-soft">
				<tr>
					<th scope="col" className="py-2 font-medium">
						File
					</th>
					{hasPages ? (
						<th scope="col" className="py-2 text-right font-medium">
							Pages
						</th>
					) : null}
					<th scope="col" className="py-2 text-right font-medium">
						Size
					</th>
				</tr>
			</thead>
			<tbody>
				{files.map(({ name, purpose, pages, bytes }) => (
					<tr key={name} className="border-t border-rule">
						<td className="py-2.5 pr-3 wrap-anywhere">
							<span className="font-semibold">{name}</span>
							{purpose === undefined ? null : <span className="margin-note block">{purpose}</span>}
						</td>
						{hasPages ? <td className="py-2.5 text-right">{pages}</td> : null}
						<td className="py-2.5 pl-3 text-right whitespace-nowrap">{formatBytes(bytes)}</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}
