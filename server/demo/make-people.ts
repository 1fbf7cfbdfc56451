import type { accounts, images, users } from '../database/schema.ts'
import { imageUrl } from '../images/image-url.ts'
import { BY_PASSWORD } from '../sign-in/accounts.queries.ts'
import type { DemoPicture } from './demo-pictures.ts'
import { ADMIN, avatarName, BUYERS, SELLERS } from './people.ts'
import type { World } from './world.ts'

type NewUser = typeof users.$inferInsert
export type Person = NewUser & { phone: string }
export type People = {
  everyone: Person[]
  accounts: (typeof accounts.$inferInsert)[]
  photos: (typeof images.$inferInsert)[]
  admin: Person
  sellers: (Person & { place: string })[]
  buyers: Person[]
}

/** Admin, sellers and buyers with the one password they share, and their photos' rows. Without sessions. */
export function makePeople(world: World, pictures: Map<string, DemoPicture>, passwordHash: string): People {
  const { random, id, ago } = world
  let count = 0
  const photos: People['photos'] = []

  function person(who: { name: string; email: string }, more: Partial<NewUser>, joined: Date): Person {
    const picture = pictures.get(avatarName(who))
    const user = {
      id: id(joined),
      name: who.name,
      email: who.email,
      emailVerified: true,
      image: picture ? imageUrl(picture.id) : null,
      lastSeenAt: ago(random.whole(1, 9), random.between(6, 22)),
      createdAt: joined,
      updatedAt: joined,
      ...more,
    }
    if (picture) photos.push({ ...picture, ownerId: user.id, createdAt: joined })
    return { ...user, phone: `01700${String(++count).padStart(6, '0')}` }
  }

  const admin = person(ADMIN, { userType: 'admin' }, ago(760, 9))
  const sellers = SELLERS.map((who) => {
    const joined = ago(random.whole(620, 740), random.between(6, 20))
    const verified = who.verified
      ? { verifiedAt: world.later(joined, random.between(2, 9)), verifiedBy: admin.id }
      : {}
    return { ...person(who, { userType: 'seller', ...verified }, joined), place: who.place }
  })
  const buyers = BUYERS.map((who) =>
    person(who, { userType: 'buyer' }, ago(random.whole(560, 615), random.between(6, 22))),
  )
  const everyone = [admin, ...sellers, ...buyers]
  return { everyone, photos, admin, sellers, buyers, accounts: everyone.map(toAccount) }

  function toAccount({ id: userId, createdAt }: Person): typeof accounts.$inferInsert {
    const times = { createdAt: createdAt as Date, updatedAt: createdAt as Date }
    return {
      id: id(times.createdAt),
      userId,
      providerId: BY_PASSWORD,
      accountId: userId,
      password: passwordHash,
      ...times,
    }
  }
}
