import { adminBugs } from './bugs/admin.ts'
import { authBugs } from './bugs/auth.ts'
import { httpBugs } from './bugs/http.ts'
import { paymentBugs } from './bugs/payments.ts'
import { restBugs } from './bugs/rest.ts'
import { reviewBugs } from './bugs/reviews.ts'
import { shopBugs } from './bugs/shop.ts'
import { storageBugs } from './bugs/storage.ts'
import { bugsUnnoticedBefore } from './bugs/unnoticed-before.ts'
import { webBugs } from './bugs/web.ts'
import type { PlantedBug } from './planted-bug.ts'

/** Every planted bug, by area. */
export const bugs: readonly PlantedBug[] = [
	...shopBugs,
	...paymentBugs,
	...authBugs,
	...storageBugs,
	...restBugs,
	...reviewBugs,
	...httpBugs,
	...webBugs,
	...adminBugs,
	...bugsUnnoticedBefore,
]
