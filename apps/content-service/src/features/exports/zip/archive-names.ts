/** The data file of an archive, and the folder of its other files (content-behaviour §16.1). */
export const DATA_FILE = 'data.json';
export const FILES_FOLDER = 'files';
