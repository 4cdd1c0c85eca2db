import { FIRST_MESSAGES } from './first-messages.ts';

/**
 * Every message of specification sections 5 and 8 that an agent's page can show, verbatim.
 * Messages of rules shared with the server (e-mail, password, ID number) are next to the rule in
 * `@fynbos/domain/identity`.
 */

/** 'X is required.', the wording of the stand-alone update forms. */
export const requiredPlain = (label: string): string => `${label} is required.`;

export const MESSAGES = {
  ...FIRST_MESSAGES,

  noUserId: 'No user ID found in local storage.',
  invalidUserId: 'Invalid user ID found in local storage.',
  noStorageHere: 'localStorage is not available in this environment.',
  noStorage: 'localStorage is not available.',
  userIdMissing: 'User ID is missing. Please log in first.',
  referredAgentIdMissing: 'Referred Agent ID is missing. Please log in first.',

  agencyNotFound: 'No data found for the specified user ID.',
  agencyFetchFailed: 'Failed to fetch agency details.',
  agencyFetched: 'Agency details fetched successfully.',
  agencyUpdated: 'Travel agency updated successfully!',
  agencyUpdateFailed: 'Failed to update travel agency.',
  personalFetchFailed: 'Failed to fetch personal details.',
  personalUpdateFailed: 'Failed to update personal details.',
  missingCredentials: 'Missing credentials.',
  fillAllCorrectly: 'Please fill out all required fields correctly!',

  bankingFetchFailed: 'Failed to fetch banking details.',
  bankingUpdateFailed: 'Failed to update banking details.',
  bankingUpdated: 'Banking details updated successfully!',
  profileBankingUpdated: 'Bank details updated successfully',
  accountDigits: 'Bank Account Number must contain only numeric characters.',
  accountLength: 'Bank Account Number must have 5 to 18 digits.',
  branchDigits: 'Branch Code must be 6 digits.',
  bic: 'The BIC has 8 or 11 characters and names the country of the bank.',
  bicMissing: 'BIC is required for a bank outside South Africa.',
  accountValid: 'Valid Account Number is required.',

  otpInvalid: 'Invalid OTP. Please try again.',
  otpMissingContact: 'Missing email or phone number.',
  otpSent: 'Otp sent successfully',

  bank: 'Please select a bank!',
  terms: "Please accept the T's and C's.",
  method: 'Preferred Method of Communication is required.',
  employerConsent: 'Employer consent is required!',
  emailValidPlain: 'Enter a valid email address.',
  cellLength: 'Enter a valid cell number: its digits after the dial code, without the leading zero.',
  telephone: 'Enter a valid telephone number, including the area code.',
  cellTenDigits: 'Cell Number must be 10 digits.',
  postalFourDigits: 'Postal Code must be 4 digits.',
  initialsRequired: 'Initials are required.',

  referrerIdPositive: 'Referring Agent ID is required and must be a positive number.',
  noReferrals: 'No referrals found for the given agent.',
  referralsFailed: 'An error occurred while fetching the referral status.',
  referralDuplicate: 'The referred agent email is already registered.',
  referralDone: 'The travel agent has been successfully referred!',
  referralDigits: 'Cellphone Number must contain only numeric characters.',

  contactFailed: 'Something went wrong!',

  profileFillIn: 'Please fill in all required fields.',
  profileUpdated: 'Profile updated successfully!',
  profileUpdateFailed: 'Update failed. Please try again.',
  passwordUpdated: 'Password updated successfully',
  passwordWrongOnce: 'Incorrect password. You have one more attempt.',
  passwordWrongTwice: 'Incorrect password entered twice. Please log a ticket on the Contact Us page.',

  resetPasswordRequired: 'Password is required!',
  resetFailed: 'An error occurred.',
  resetToken: 'Invalid or missing token.',

  noIncentives: 'No incentives available.',
  noDetails: 'No details available.',
} as const;

export const NOTHING_CHANGED = 'Nothing to save: you haven’t changed anything.';
