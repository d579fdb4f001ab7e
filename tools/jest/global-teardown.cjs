require('../typescript.cjs');
module.exports = () => require('../../libs/testing/src/database/global-teardown').stopPostgres();
