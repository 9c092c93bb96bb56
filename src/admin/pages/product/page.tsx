import { Link, useParams } from 'react-router'
import { type Read, useRead } from '#admin/api/use-read.ts'
import { Edition } from '#admin/pages/product/edition.tsx'
import { FurtherFiles } from '#admin/pages/product/further-files.tsx'
import { OffSale } from '#admin/pages/product/off-sale.tsx'
import type { PartProps, Product } from '#admin/pages/product/part.tsx'
import { Price } from '#admin/pages/product/price.tsx'
import { Release } from '#admin/pages/product/release.tsx'
import { useMe } from '#admin/session/session.ts'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'
import { statusNames } from '#shared/admin/names.ts'

/** Shows one product, and what owners can change about it. */
export function Page() {
	const { id = '' } = useParams()
	const read = useRead('product', { id })
	if (read.data === undefined)
		return (
			<PageFrame title="Product">
				{read.error === undefined ? (
					<Loading lines={8} />
				) : (
					<Failed error={read.error} onRetry={read.reload} />
				)}
			</PageFrame>
		)
	return <Shown product={read.data} read={read} />
}

function Shown({ product, read }: { product: Product; read: Read<Product> }) {
	const { id, title, path, status } = product
	const { site_url: siteUrl, role } = useMe()
	const parts: PartProps = { product, isOwner: role === 'owner', onDone: read.reload }
	return (
		<PageFrame
			title={title}
			note={statusNames[status]}
			updatedAt={read.updatedAt}
			actions={
				<>
					{role === 'accountant' ? null : (
						<Link className="row-link" to={`/words/product/${id}`}>
							Its words
						</Link>
					)}
					{path === null ? null : (
						<a className="row-link" href={siteUrl + path} target="_blank" rel="noreferrer">
							Its page in the shop
						</a>
					)}
				</>
			}
		>
			{read.error === undefined ? null : <Failed error={read.error} onRetry={read.reload} />}
			<div className="grid max-w-[48rem] gap-10">
				<Release {...parts} />
				<Price {...parts} />
				<Edition {...parts} />
				<FurtherFiles {...parts} />
				<OffSale {...parts} />
			</div>
			<p className="mt-10">
				<Link className="row-link" to="/products">
					All products
				</Link>
			</p>
		</PageFrame>
	)
}
