// What the server puts before worker.js.
declare const VERSION: string;
declare const ASSETS: string[];
