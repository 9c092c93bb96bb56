import { useSearchParams } from 'react-router'
import { useRead } from '#admin/api/use-read.ts'
import { Funnel } from '#admin/pages/home/funnel.tsx'
import { Health } from '#admin/pages/home/health.tsx'
import { LastSales } from '#admin/pages/home/last-sales.tsx'
import { Money } from '#admin/pages/home/money.tsx'
import { NeedsYou } from '#admin/pages/home/needs-you.tsx'
import { useMe } from '#admin/session/session.ts'
import { PageFrame } from '#admin/ui/page-frame.tsx'

/** How often to read data that can change without an action of the member, in seconds. */
const every = 15

/** Shows what needs the owner's attention, and how the shop is doing. */
export function Page() {
	const [query] = useSearchParams()
	const seesSums = useMe().role !== 'helper'
	const needs = useRead('needs-you', { all: query.get('all') ?? undefined }, { every })
	return (
		<PageFrame title="Home" updatedAt={needs.updatedAt} isOutdated={needs.isOutdated}>
			<NeedsYou read={needs} />
			{seesSums ? <Money /> : null}
			<LastSales every={every} />
			{seesSums ? <Funnel /> : null}
			<Health every={4 * every} />
		</PageFrame>
	)
}
