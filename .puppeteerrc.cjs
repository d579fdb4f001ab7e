/** The browser comes from another package, which brings it inside itself: nothing is fetched at installation. */
module.exports = { skipDownload: true };
