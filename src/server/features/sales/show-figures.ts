import { z } from 'zod'
import { reading } from '#server/admin-api/operation.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readProducts } from '#server/shop/products.ts'
import { salesApi } from '#shared/admin/sales.ts'
import { filterOf } from './filter-of.ts'
import { periodBefore } from './period.ts'
import { readFigures } from './read-figures.ts'

export const salesFigures = reading(salesApi['sales-figures'], {
	does: 'adds up sales, refunds, lost disputes and fees for each day in London and in total, in a period and in the period of the same length before it',
	roles: ['owner', 'accountant'],
	read: async (admin, sent) => {
		const { period, filter } = filterOf(sent)
		return {
			period: await readFigures(admin, period, filter),
			before: await readFigures(admin, periodBefore(period), filter),
		}
	},
})

const countrySchema = z.object({ country: z.string() })
const bundleSchema = z.object({ id: z.string(), name: z.string() })
const daySchema = z.object({ day: z.string().nullable() })

export const salesFilters = reading(salesApi['sales-filters'], {
	does: 'lists the products, bundles and countries that sales can be filtered by',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database }) => {
		// There are few countries, so the query jumps in the index from one to the next instead of reading every row.
		const countries = await database.query(
			sql`
			with recursive known as (
				(select country from shop.balance_movements where country is not null order by country limit 1)
				union all
				select (
					select m.country from shop.balance_movements m where m.country > known.country order by m.country limit 1
				) from known where known.country is not null
			)
			select country from known where country is not null`,
			countrySchema,
		)
		const bundles = await database.query(
			sql`select b.id, p.title as name from shop.bundles b join public.products p on p.id = b.id order by b.made_at, b.id`,
			bundleSchema,
		)
		const first = await one(
			database,
			sql`select to_char(min(paid_at) at time zone 'Europe/London', 'YYYY-MM-DD') as day from public.receipts`,
			daySchema,
		)
		const products = await readProducts(database)
		return {
			products: [
				...products.filter(({ isFree }) => !isFree).map(({ id, shortTitle }) => ({ id, name: shortTitle })),
				...bundles,
			],
			countries: countries.map(({ country }) => country),
			first_day: first.day,
		}
	},
})
