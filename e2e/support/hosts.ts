/** A name of the server under test that is not `localhost`, as in an office's own network. */
export const PLAIN_HOST = 'lights.example';
