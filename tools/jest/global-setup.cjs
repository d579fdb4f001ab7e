// Jest applies neither our path aliases nor its transform to modules that a setup file requires, so our own hook loads TypeScript.
require('../typescript.cjs');
module.exports = () => require('../../libs/testing/src/database/global-setup').startPostgres();
