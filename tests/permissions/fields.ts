/** The keys that an answer may have; for a list, those of each of its items. */
type Keys = readonly string[]

const PRODUCT: Keys = [
  ...['_id', 'name', 'brand', 'originalPrice', 'currentPrice', 'condition', 'purchaseYear', 'purchaseMonths'],
  ...[
    'location',
    'image',
    'imageColor',
    'description',
    'sellerName',
    'sellerVerified',
    'publishedDate',
    'status',
    'ads',
  ],
]
const USER: Keys = ['_id', 'name', 'email', 'image', 'userType', 'verified', 'emailProven']
const BLOG: Keys = ['_id', 'img', 'title', 'description', 'publishedDate']
const ORDER: Keys = [
  ...[
    '_id',
    'productId',
    'productName',
    'price',
    'paid',
    'buyerName',
    'buyerEmail',
    'buyerImg',
    'phone',
    'location',
  ],
  'bookingDate',
]
const OWN_ORDER: Keys = [
  ...ORDER,
  ...['image', 'imageColor', 'available', 'paidDate', 'transactionId', 'sellerName', 'sellerPhone'],
  ...['originalPrice', 'condition', 'purchaseYear', 'description', 'publishedDate', 'sellerVerified'],
]
const INSERTED: Keys = ['acknowledged', 'insertedId']
const MODIFIED: Keys = ['acknowledged', 'modifiedCount']
const DELETED: Keys = ['acknowledged', 'deletedCount']
const BRAND: Keys = ['_id', 'brand', 'logo']
const SIGNED_IN: Keys = ['user', 'user.id', 'user.name', 'user.email', 'user.emailVerified', 'user.image']
const DONE: Keys = ['status']

/**
 * What each call may answer to those who may make it: exactly these keys, and no others, whoever asks. Only JSON is
 * listed. Phone numbers and e-mail addresses appear only if they are one's own, or of people one deals with.
 */
export const ANSWERS: Record<string, Keys> = {
  'GET /brands': BRAND,
  'GET /brand/{id}': [...BRAND, 'products', ...PRODUCT.map((key) => `products.${key}`)],
  'GET /products': PRODUCT,
  'GET /adsproduct': PRODUCT,
  'GET /product': PRODUCT,
  'GET /blogs': BLOG,
  'GET /blogs3': BLOG,
  'POST /contact': INSERTED,
  'POST /image-tickets': ['ticket', 'expiresAt'],
  'POST /images': ['success', 'data', 'data.url', 'data.width', 'data.height', 'data.color'],
  'POST /jwt': ['token'],
  'POST /users': INSERTED,
  'PUT /googleuser/{email}': MODIFIED,
  'GET /user': USER,
  'GET /users/admin/{email}': ['isAdmin'],
  'GET /users/seller/{email}': ['isSeller'],
  'GET /users/buyer/{email}': ['isBuyer'],
  'GET /users': [...USER, 'online', 'lastSeenDate', 'joinedDate'],
  'PUT /verifyuser/{id}': MODIFIED,
  'DELETE /user/{id}': DELETED,
  'GET /sessions': ['_id', 'device', 'current', 'signedInDate', 'lastUsedDate'],
  'DELETE /sessions/{id}': DELETED,
  'POST /addproducts': INSERTED,
  'GET /myproduct': [...PRODUCT, 'phone', 'sellerEmail', 'adsUntil', 'orders', 'locked'],
  'PUT /productsold/{id}': MODIFIED,
  'PUT /productavailable/{id}': MODIFIED,
  'PUT /products/{id}': MODIFIED,
  'PUT /productprice/{id}': MODIFIED,
  'DELETE /myproduct/{id}': DELETED,
  'GET /mybuyers/{email}': [
    ...[...ORDER, 'image', 'available'],
    ...['condition', 'purchaseYear', 'publishedDate'],
  ],
  'POST /booking': [...INSERTED, 'price', 'paid'],
  'GET /bookings': OWN_ORDER,
  'GET /booking/{id}': OWN_ORDER,
  'DELETE /myorders/{id}': DELETED,
  'POST /wishlist': INSERTED,
  'GET /wishlist': [
    ...[...PRODUCT, 'productId', 'buyerEmail', 'priceWhenSaved'],
    ...['orderId', 'orderPrice', 'paid', 'withdrawn'],
  ],
  'DELETE /mywishlist/{id}': DELETED,
  'POST /create-payment-intent': ['client_secret', 'publishableKey', 'sandbox', 'heldUntil', 'lastDecline'],
  'POST /paymentinfo': INSERTED,
  'POST /reports': [...INSERTED, 'reasonCounts'],
  'GET /reports': [
    ...['_id', 'productId', 'productName', 'image', 'imageColor', 'sellerName', 'sellerEmail', 'onSale'],
    ...['description', 'currentPrice', 'condition', 'purchaseYear', 'location'],
    ...['reporterName', 'reporterEmail', 'reason', 'reportedDate'],
    ...['decision', 'decisionReason', 'decidedBy', 'decidedDate'],
  ],
  'PUT /reports/{id}': [...MODIFIED, 'reasonCounts'],
  'GET /auditevents': [
    ...[
      '_id',
      'date',
      'action',
      'actorId',
      'actorName',
      'actorEmail',
      'subject',
      'address',
      'requestId',
      'details',
    ],
  ],
  'GET /auth/get-session': [...SIGNED_IN, 'session', 'session.id', 'session.createdAt', 'session.expiresAt'],
  'POST /auth/sign-up/email': SIGNED_IN,
  'POST /auth/sign-in/email': SIGNED_IN,
  'POST /auth/request-password-reset': DONE,
  'GET /auth/has-password': ['hasPassword'],
  'POST /auth/change-password': DONE,
  'POST /auth/send-verification-email': [...DONE, 'sent'],
}

const REFUSAL: Keys = ['type', 'title', 'status', 'code', 'detail']
/** The keys of a refusal: of any kind, of invalid input, and as the sign-in service has them. */
export const REFUSALS: Keys[] = [
  [...REFUSAL].sort(),
  [...REFUSAL, 'errors', 'errors.pointer', 'errors.message'].sort(),
  ['code', 'message'],
]

/** Every key of an answer, nested ones with their path. The details of an audit event are left out. */
export function keysOf(answer: unknown, way = ''): string[] {
  if (Array.isArray(answer)) return [...new Set(answer.flatMap((one) => keysOf(one, way)))]
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, value]) => [
    way + key,
    ...(key === 'details' ? [] : keysOf(value, `${way}${key}.`)),
  ])
}
