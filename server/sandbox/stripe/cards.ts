import type { BehaviourName } from './behaviours.ts'

export type TestCard = { number: string; brand: string; does: BehaviourName; methods: string[] }

const row = (number: string, brand: string, does: BehaviourName, ...methods: string[]): TestCard => ({
  number,
  brand,
  does,
  methods,
})

/**
 * The provider's published test cards, with the payment methods (`pm_card_…`) it publishes for them. The
 * last two are this stand-in's own, because none of the published ones ever shows `processing`.
 */
export const testCards: readonly TestCard[] = [
  row('4242424242424242', 'visa', 'pays', 'pm_card_visa'),
  row('4000056655665556', 'visa', 'pays', 'pm_card_visa_debit'),
  row('5555555555554444', 'mastercard', 'pays', 'pm_card_mastercard'),
  row('5200828282828210', 'mastercard', 'pays', 'pm_card_mastercard_debit'),
  row('378282246310005', 'amex', 'pays', 'pm_card_amex'),
  row('6011111111111117', 'discover', 'pays', 'pm_card_discover'),
  row('3056930009020004', 'diners', 'pays', 'pm_card_diners'),
  row('3566002020360505', 'jcb', 'pays', 'pm_card_jcb'),
  row('6200000000000005', 'unionpay', 'pays', 'pm_card_unionpay'),
  row('4000000000000002', 'visa', 'generic decline', 'pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined'),
  row('4000000000009995', 'visa', 'insufficient funds', 'pm_card_visa_chargeDeclinedInsufficientFunds'),
  row('4000000000009987', 'visa', 'lost card', 'pm_card_visa_chargeDeclinedLostCard'),
  row('4000000000009979', 'visa', 'stolen card', 'pm_card_visa_chargeDeclinedStolenCard'),
  row('4000000000000069', 'visa', 'expired card', 'pm_card_chargeDeclinedExpiredCard'),
  row('4000000000000127', 'visa', 'incorrect cvc', 'pm_card_chargeDeclinedIncorrectCvc'),
  row('4000000000000119', 'visa', 'processing error', 'pm_card_chargeDeclinedProcessingError'),
  row('4000000000006975', 'visa', 'velocity exceeded', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded'),
  row('4000000000000341', 'visa', 'generic decline', 'pm_card_chargeCustomerFail'),
  row('4100000000000019', 'visa', 'blocked as fraud', 'pm_card_radarBlock'),
  row('4000000000009235', 'visa', 'elevated risk', 'pm_card_riskLevelElevated'),
  row('4000002500003155', 'visa', '3-D Secure', 'pm_card_authenticationRequiredOnSetup'),
  row('4000002760003184', 'visa', '3-D Secure', 'pm_card_authenticationRequired'),
  row('4000000000003220', 'visa', '3-D Secure', 'pm_card_threeDSecure2Required'),
  row('4000000000003063', 'visa', '3-D Secure', 'pm_card_threeDSecureRequired'),
  row('4000008400001629', 'visa', '3-D Secure, then declined', 'pm_card_threeDSecureRequiredChargeDeclined'),
  row(
    '4000008260003178',
    'visa',
    '3-D Secure, then insufficient funds',
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  ),
  row(
    '4000008400001280',
    'visa',
    '3-D Secure cannot be reached',
    'pm_card_threeDSecureRequiredProcessingError',
  ),
  row('4000000000003055', 'visa', 'pays', 'pm_card_threeDSecureOptional'),
  row('4000000000003097', 'visa', 'pays', 'pm_card_threeDSecureOptionalProcessingError'),
  row('4000000000000259', 'visa', 'disputed as fraud', 'pm_card_createDispute'),
  row('4000000000002685', 'visa', 'disputed as not received', 'pm_card_createDisputeProductNotReceived'),
  row('4000000000001976', 'visa', 'inquired about', 'pm_card_createDisputeInquiry'),
  row('4000000000007726', 'visa', 'refund pending', 'pm_card_pendingRefund'),
  row('4000000000005126', 'visa', 'refund fails', 'pm_card_refundFail'),
  row('4000000000088015', 'visa', 'processing, then pays', 'pm_card_sandbox_processing'),
  row('4000000000088023', 'visa', 'processing, then declined', 'pm_card_sandbox_processingDeclined'),
]
