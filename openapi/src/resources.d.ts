// Generated from the document: its resources by their names.
import type { components } from './schema.d.ts';

export interface Resources {
  'audit': {
    view: components['schemas']['AuditEvent'];
    input: never;
    verbs: never;
  };
  'companies': {
    view: components['schemas']['Company'];
    input: components['schemas']['CompanyInput'];
    verbs: never;
  };
  'developers': {
    view: components['schemas']['Developer'];
    input: components['schemas']['DeveloperInput'];
    verbs: never;
  };
  'estimations': {
    view: components['schemas']['Estimation'];
    input: never;
    verbs: never;
  };
  'flags': {
    view: components['schemas']['Flag'];
    input: never;
    verbs: never;
  };
  'join-requests': {
    view: components['schemas']['JoinRequest'];
    input: never;
    verbs: 'accept' | 'decline';
  };
  'projects': {
    view: components['schemas']['Project'];
    input: components['schemas']['ProjectInput'];
    verbs: never;
  };
  'rotations': {
    view: components['schemas']['Rotation'];
    input: components['schemas']['RotationInput'];
    verbs: 'add' | 'remove';
  };
  'units': {
    view: components['schemas']['Unit'];
    input: components['schemas']['UnitInput'];
    verbs: never;
  };
  'users': {
    view: components['schemas']['User'];
    input: components['schemas']['UserInput'];
    verbs: 'allow-linking' | 'invite' | 'lock' | 'reset-factors' | 'set-password' | 'unlock';
  };
  'webhooks': {
    view: components['schemas']['Webhook'];
    input: components['schemas']['WebhookInput'];
    verbs: never;
  };
}
