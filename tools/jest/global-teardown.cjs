require('../typescript.cjs');
module.exports = () => require('../../libs/testing/src/global-teardown').stopPostgres();
