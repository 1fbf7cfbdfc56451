import { hash } from 'node:crypto'

/** A ticket is valid for fifteen minutes, and five uploads per address may wait for their sign-up. */
export const TICKET_MINUTES = 15
export const MOST_PER_ADDRESS = 5
/** How long an upload by ticket waits for its sign-up, and counts against its address. */
export const UNCLAIMED_MINUTES = 60

/** Only the hash of a ticket is stored: somebody who reads the database cannot upload with it. */
export const hashTicket = (ticket: string): string => hash('sha256', ticket)
/**
 * The stored key of a ticket whose upload is under way: it still counts against its address, but allows no second
 * upload.
 */
export const spentHash = (ticket: string): string => `spent:${hashTicket(ticket)}`
