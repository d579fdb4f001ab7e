module.exports = require('./lane-of.cjs').only('fast');
