import { FIGURES } from '../../settings.ts';

export interface Clause {
  readonly heading: string;
  readonly text: string;
  /** Numbered under the clause: 12.1, 12.2. */
  readonly subClauses?: readonly string[];
  readonly items?: readonly string[];
  /** Text after the items. */
  readonly after?: string;
}

/**
 * Consistent with docs/rules.md (specification, section 1): rewards, PAYE, payout minimum, reversal, expiry, and the 72
 * hours of a new bank account.
 */
export const CLAUSES: readonly Clause[] = [
  {
    heading: 'The programme',
    text: 'Fynbos Rewards (“the programme”) is offered by the car-rental company (“the company”, “we”) to travel agents (“you”). It pays cash rewards, in South African Rand, on qualifying rentals that you book with the company.',
  },
  {
    heading: 'Acceptance',
    text: 'By registering you accept these terms. If you do not accept them, do not register and do not use the programme. The privacy policy is part of these terms.',
  },
  {
    heading: 'Who may take part',
    text: 'You may take part if you are a natural person who works for a travel agency in South Africa, Namibia, Lesotho, Botswana or Eswatini, and your registration has been completed and confirmed with the one-time password that we send you. Each person may register once. Your email address must be that of a business.',
  },
  {
    heading: 'Your employer’s consent',
    text: 'You confirm that your employer has consented to you taking part and receiving rewards, and you give us proof of it when we ask. If that consent is withdrawn you must tell us immediately; payments stop until it is given again.',
  },
  {
    heading: 'Your information',
    text: 'You give us information that is true and complete, and you keep it up to date: your contact details, your identity or passport number, your income tax number, your agency and your bank account. We may verify it. We are not liable for a payment that goes astray because information you gave was wrong.',
  },
  {
    heading: 'Your account',
    text: 'Keep your password and one-time passwords to yourself. Personal details, bank details and your password are changed only after a one-time password has been entered. Tell us immediately if you believe that someone else has used your account.',
  },
  {
    heading: 'Your loyalty tracking number',
    text: 'On completing registration you receive a loyalty tracking number. It must be on the reservation. A reservation without it does not qualify, and it cannot be added once the rental has been invoiced.',
  },
  {
    heading: 'What earns a reward',
    text: 'Rewards are paid only on invoiced rentals that used a qualifying discretionary rate promotion code (also called a loyalty or promotional code) which was active on the day of the reservation. Corporate codes and other promotional codes earn nothing.',
  },
  {
    heading: 'The rental must match the reservation',
    text: 'The rental must fully match the reservation: vehicle group, pick-up branch, return branch and rate code. Changes of the driver’s name, the rental date, the rental length or the payment method, additions such as baby seats, and delivery fees do not affect the reward.',
  },
  {
    heading: 'Changes of code at rental',
    text: 'If the promotion code is changed at rental to another qualifying code, the code used at reservation applies. If the rate code is changed at rental to a code that does not qualify, no reward is earned.',
  },
  {
    heading: 'How a reward is calculated',
    text: `A reward is the promotion’s rate applied to the time-and-kilometre revenue of the rental, rounded to the cent, and at least ${FIGURES.minimumReward} before tax for each qualifying reservation. The rate is the one that applied on the day of the reservation. We pay no reward if it would be more than the rental’s time-and-kilometre revenue.`,
  },
  {
    heading: 'Tax',
    text: 'Rewards are taxable income:',
    subClauses: [
      `Pay-as-you-earn tax (PAYE) of ${FIGURES.payeRate} is deducted from all rewards and paid to the tax authority, unless a tax directive or another tax treatment that we have recorded for you says otherwise. The tax treatment on the payment date applies.`,
      'You receive a tax certificate (IRP5) each year for the tax year that ends on the last day of February. You remain responsible for your own return, and for any tax in a country other than South Africa.',
    ],
  },
  {
    heading: 'Payout',
    text: `Rewards are paid by electronic transfer into the bank account that you registered when your nett balance reaches the payout minimum; smaller amounts accumulate until then. The minimum is ${FIGURES.payoutMinimum}. A payout pays the whole payable balance. A new or changed bank account receives nothing for the first ${FIGURES.coolingHours} hours, to protect you from fraud.`,
  },
  {
    heading: 'What a payout needs',
    text: 'A payout needs your completed registration with all required information, your employer’s consent, your acceptance of these terms and consent to the processing of your personal information, a valid income tax number and verified bank details. Rewards earned before that are kept for you and paid when it is complete.',
  },
  {
    heading: 'What earns nothing',
    text: 'No reward is earned, or it waits until the matter is resolved, on:',
    items: [
      'a reservation that was cancelled;',
      'a no-show;',
      'a rental that cannot be closed because of accident damage, until that is resolved;',
      'a rental with a breach of the rental terms, until that is resolved;',
      'a rental with a payment dispute or an account query, until that is resolved;',
      'a reservation without your loyalty tracking number;',
      'a reservation with a corporate code or any other code that does not qualify.',
    ],
    after: 'A reward that waits shows as Pending. You can see every refusal and its reason in the portal.',
  },
  {
    heading: 'Credits and corrections',
    text: 'If a credit is passed and the invoice is changed to another rate, also after payout, we adjust your rewards account: the reward is reduced, increased or reversed. Your balance may then be negative until new rewards cover it; we do not ask you to pay money back. A reward that was paid is never edited; what follows is a new entry that you can see.',
  },
  {
    heading: 'Expiry',
    text: `A reward that stays unpaid ${FIGURES.expiry}. Rewards cannot be ceded, sold or exchanged for anything but the payment that these terms provide for.`,
  },
  {
    heading: 'Referring other agents',
    text: 'You may refer other travel agents who agree to be contacted. You cannot refer yourself, or someone who is registered or has been invited already. We use what you tell us about them only to invite them.',
  },
  {
    heading: 'Misuse',
    text: 'We may hold rewards, suspend or end your participation, and take back rewards where there is fraud, a false statement, a breach of these terms, or one bank account used by several agents without a good reason. We tell you the reason. Bookings made only to earn a reward do not qualify.',
  },
  {
    heading: 'Changes to the programme',
    text: 'The company may change rates, promotion codes, these terms and reward values at any time without notice, and may end the programme. The amounts, rates and periods in these terms are those in force on the day you read them. A reward uses the promotion of the day of the reservation and the minimum of the day of the invoice. You may leave the programme at any time; a payable balance that reaches the payout minimum is paid with the next payout.',
  },
  {
    heading: 'Personal information',
    text: 'Your personal information is processed under the Protection of Personal Information Act 4 of 2013 (POPI) as the privacy policy and the section 18 notification describe. You may see it, have it corrected, object, withdraw a consent and ask for its deletion; records of money are kept for seven years, as the law obliges.',
  },
  {
    heading: 'Law and disputes',
    text: 'These terms are governed by the law of South Africa, and its courts have jurisdiction. If a provision is invalid, the others hold. The company is not liable for loss from the programme being unavailable or changed, except where the law does not allow it to exclude that. Write to us first: most questions are settled by an enquiry on the Contact Us page.',
  },
];
