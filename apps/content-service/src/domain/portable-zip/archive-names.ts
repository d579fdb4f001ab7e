/** Where an archive has its text, and the folder of its files (content-behaviour §16.1). */
export const DATA_FILE = 'data.json';
export const FILES_FOLDER = 'files';
