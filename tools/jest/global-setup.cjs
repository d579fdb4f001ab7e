// Jest applies neither our aliases nor its transform to what a setup requires, so TypeScript is loaded by our own hook.
require('../typescript.cjs');
module.exports = () => require('../../libs/testing/src/global-setup').startPostgres();
