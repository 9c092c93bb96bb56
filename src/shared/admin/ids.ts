import { z } from 'zod'

// The command line knows by these what an id is of, and takes an address, a receipt's number and the like in its place.

export const customerId = z.uuid()
export const purchaseId = z.uuid()
export const memberId = z.uuid()
