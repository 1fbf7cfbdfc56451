/**
 * Codes of a database that cannot be asked now and may be in a moment: nobody listens, its name or its host is not
 * found, the connection is lost, it is starting or ending, too busy, a standby that is not promoted yet, or has given up a
 * deadlock.
 */
export const DATABASE_AWAY =
  /^(08|57P0|53|ECONN|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|57014|25006|25P0[34]|40P01)/
