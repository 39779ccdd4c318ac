// The dialogs of users and join requests: loaded together, when one of them is first opened.
export { default as AcceptRequest } from './join-requests/accept-request.tsx';
export { default as SetPassword } from './users/set-password.tsx';
