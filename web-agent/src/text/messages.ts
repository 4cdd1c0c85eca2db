/**
 * Every message of specification sections 5 and 8 that an agent's page can show, verbatim.
 * Messages of rules shared with the server (e-mail, password, ID number) are next to the rule in
 * `@fynbos/domain/identity`.
 */

/** 'X is required!', the wording of section 5. */
export const required = (label: string): string => `${label} is required!`;
/** 'X is required.', the wording of the stand-alone update forms. */
export const requiredPlain = (label: string): string => `${label} is required.`;

export const MESSAGES = {
  unexpected: 'An unexpected error occurred!',
  signedOutIdle: 'You were signed out after 60 minutes without activity.',
  sessionEnded: 'Your session has ended. Log in again to go on.',
  savingPaused: 'Changes cannot be saved right now. We are trying again.',

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
  accountValid: 'Valid Account Number is required.',

  forgotSent: 'Forgot Password Email Sent!',
  forgotFailed: 'Forgot Password Email Send FAILED. Please try again.',

  otpInvalid: 'Invalid OTP. Please try again.',
  otpMissingContact: 'Missing email or phone number.',
  otpSent: 'Otp sent successfully',

  bank: 'Please select a bank!',
  terms: "Please accept the T's and C's.",
  method: 'Preferred Method of Communication is required.',
  employerConsent: 'Employer consent is required!',
  emailRequired: 'Email Address is required.',
  emailValid: 'Please enter a valid email address.',
  emailValidPlain: 'Enter a valid email address.',
  cellLength: 'Cell Number must have the number of digits that numbers of its country have.',
  telephone: 'Telephone Number must be a number of its country.',
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

/** Display time of messages in milliseconds (specification, sections 4 and 9). */
export const TIMES = { alert: 5_000, formMessage: 2_000, resetRedirect: 3_000 } as const;
