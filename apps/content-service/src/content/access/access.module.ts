import { Module } from '@nestjs/common';
import { AccessService } from './access.service';
import { PermissionScopes } from './permission-scopes';
import { ScopeDecisionCache } from './scope-decision-cache';

const services = [AccessService, PermissionScopes, ScopeDecisionCache];

/** Permissions of users and roles on items. */
@Module({ providers: services, exports: services })
export class AccessModule {}
