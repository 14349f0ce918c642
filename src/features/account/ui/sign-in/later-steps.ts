export { CodeStep } from './CodeStep.tsx';
export { ForgottenStep } from './ForgottenStep.tsx';
export { InvitationStep } from './InvitationStep.tsx';
export { LandingStep } from './LandingStep.tsx';
export { LinkFailedStep } from './LinkFailedStep.tsx';
export { NewPasswordStep } from './NewPasswordStep.tsx';
export { RecoveryCodeStep } from './RecoveryCodeStep.tsx';
export { SecondFactorStep } from './SecondFactorStep.tsx';
