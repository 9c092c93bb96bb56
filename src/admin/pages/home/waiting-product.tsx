import { Card, type NeedProps } from '#admin/pages/home/need-card.tsx'
import { useMe } from '#admin/session/session.ts'
import { timeOf } from '#admin/ui/times.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** Says that the emails about a release wait until an owner sends them. */
export function Release({ item: { product, product_id, people } }: Pick<NeedProps<'release'>, 'item'>) {
	return (
		<Card
			title={`${product} is out, and its emails wait for you`}
			says={`${people === 1 ? 'One person is' : `${people.toLocaleString('en-GB')} people are`} waiting to hear about it. Nobody is emailed until you send the emails.`}
			actions={<ToProduct id={product_id} />}
		/>
	)
}

/** Says that an edition waits until an owner publishes it. */
export function Edition({ item }: Pick<NeedProps<'edition'>, 'item'>) {
	const { product, product_id, of_catalogue, by, since } = item
	return (
		<Card
			title={`An edition waits to be published: ${product}`}
			says={
				of_catalogue
					? `It came with a new version of the shop, ${timeOf(since)}. Customers keep getting yours until you decide.`
					: `Uploaded by ${by}, ${timeOf(since)}. Customers don’t get it yet.`
			}
			actions={<ToProduct id={product_id} />}
		/>
	)
}

function ToProduct({ id }: { id: string }) {
	const { role } = useMe()
	return (
		<ButtonLink to={`/products/${id}`} size="small" variant={role === 'owner' ? 'primary' : 'secondary'}>
			Open the product
		</ButtonLink>
	)
}
