/*
 * The people of the demonstration. All are invented; their addresses end in .test, which no mail reaches,
 * and their telephone numbers are 01700-000000 and on. They share one password, which the start command tells.
 */

export const DEMO_PASSWORD = 'clamshell-demo'

type Named = { name: string; email: string }
type DemoSeller = Named & { place: string; verified: boolean }
type DemoBuyer = Named & { photo: boolean }

const PLACES = [
  'IDB Bhaban, Agargaon',
  'Multiplan Center, Elephant Road',
  'Agrabad, Chattogram',
  'Zindabazar, Sylhet',
  'Jamuna Future Park, Dhaka',
  'Saheb Bazar, Rajshahi',
] as const
const placeOf = (index: number): string => PLACES[index % PLACES.length]!

/** `Anika Sultana` writes from anika.sultana@clamshell.test. */
const person = (name: string): Named => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@clamshell.test`,
})

// Whom a visitor of the demonstration signs in as.
export const ADMIN: Named = { name: 'Farida Haque', email: 'admin@clamshell.test' }
export const SELLER: Named = { name: 'Nabila Rahman', email: 'seller@clamshell.test' }
export const BUYER: Named = { name: 'Rafiq Hasan', email: 'buyer@clamshell.test' }

const SELLER_NAMES = [
  'Kamrul Sikder',
  'Shirin Munshi',
  'Tanvir Sarker',
  'Mahbub Khondker',
  'Rumana Begum',
  'Jahid Pramanik',
  'Nadia Karim',
  'Sohel Mridha',
  'Parvin Mollah',
  'Imran Chowdhury',
  'Lutfor Sheikh',
  'Mousumi Das',
  'Arif Mahmud',
]
const BUYER_NAMES = [
  'Anika Sultana',
  'Rezaul Gazi',
  'Farhana Yasmin',
  'Tareq Mostafa',
  'Mitu Barua',
  'Sajid Mahmud',
  'Nusrat Howlader',
  'Habib Matubbar',
  'Prianka Podder',
  'Omar Bepari',
  'Ishrat Nahar',
  'Bijoy Roy',
  'Salma Bhuiyan',
  'Fahim Morshed',
  'Tahmina Rashid',
  'Ratan Biswas',
  'Sabrina Noor',
  'Zahid Fakir',
  'Afsana Mirza',
  'Kabir Uddin',
  'Rokeya Parveen',
  'Dipu Sen',
  'Lamia Hasan',
  'Wasim Talukdar',
]

/** Fourteen sellers, eight of them verified. */
export const SELLERS: DemoSeller[] = [SELLER, ...SELLER_NAMES.map(person)].map((seller, index) => ({
  ...seller,
  place: placeOf(index),
  verified: index % 7 < 4,
}))

/** Twenty-five buyers, some of them without a photo. */
export const BUYERS: DemoBuyer[] = [BUYER, ...BUYER_NAMES.map(person)].map((buyer, index) => ({
  ...buyer,
  photo: index % 4 !== 3,
}))

/** Everyone with a photo, the admin first. */
export const PORTRAYED: Named[] = [ADMIN, ...SELLERS, ...BUYERS.filter(({ photo }) => photo)]

/** The file name of a person's photo, without width and ending: `avatar-anika-sultana`. */
export const avatarName = ({ name }: Pick<Named, 'name'>): string =>
  `avatar-${name.toLowerCase().replaceAll(' ', '-')}`
