namespace S7OpcBridge.NodesetTool;

/// <summary>Which types become code: one file per service set; structures that they use go into the file that uses them first.</summary>
internal static class ServiceSets
{
    public static readonly (string File, string[] Roots)[] Files =
    [
        ("Common", ["RequestHeader", "ResponseHeader", "ServiceFault", "SignatureData"]),
        (
            "Discovery",
            [
                .. Services("FindServers", "FindServersOnNetwork", "GetEndpoints", "RegisterServer", "RegisterServer2"),
                "MdnsDiscoveryConfiguration",
            ]
        ),
        ("SecureChannels", Services("OpenSecureChannel", "CloseSecureChannel")),
        (
            "Sessions",
            [
                .. Services("CreateSession", "ActivateSession", "CloseSession", "Cancel"),
                "AnonymousIdentityToken",
                "UserNameIdentityToken",
                "X509IdentityToken",
                "IssuedIdentityToken",
            ]
        ),
        (
            "View",
            [.. Services("Browse", "BrowseNext", "TranslateBrowsePathsToNodeIds", "RegisterNodes", "UnregisterNodes"), "BrowseResultMask"]
        ),
        ("Attributes", Services("Read", "Write", "HistoryRead", "HistoryUpdate")),
        ("Methods", [.. Services("Call"), "Argument"]),
        (
            "MonitoredItems",
            [
                .. Services("CreateMonitoredItems", "ModifyMonitoredItems", "SetMonitoringMode", "SetTriggering", "DeleteMonitoredItems"),
                "DataChangeFilter",
                "DeadbandType",
                "AggregateFilter",
                "AggregateFilterResult",
            ]
        ),
        (
            "EventFilters",
            ["EventFilter", "EventFilterResult", "LiteralOperand", "ElementOperand", "AttributeOperand", "SimpleAttributeOperand"]
        ),
        (
            "Subscriptions",
            [
                .. Services(
                    "CreateSubscription",
                    "ModifySubscription",
                    "SetPublishingMode",
                    "Publish",
                    "Republish",
                    "TransferSubscriptions",
                    "DeleteSubscriptions"
                ),
                "DataChangeNotification",
                "EventNotificationList",
                "StatusChangeNotification",
            ]
        ),
        ("DataTypes", ["StructureDefinition", "EnumDefinition", "EnumValueType", "Range", "EUInformation", "TimeZoneDataType"]),
        (
            "ServerObject",
            [
                "ServerStatusDataType",
                "RedundancySupport",
                "RedundantServerDataType",
                "ModelChangeStructureDataType",
                "SemanticChangeStructureDataType",
            ]
        ),
        ("Roles", ["RolePermissionType", "IdentityMappingRuleType", "EndpointType", "UserManagementDataType"]),
        (
            "History",
            [
                "ReadRawModifiedDetails",
                "ReadProcessedDetails",
                "ReadAtTimeDetails",
                "ReadEventDetails",
                "HistoryData",
                "HistoryEvent",
                "UpdateDataDetails",
                "UpdateStructureDataDetails",
                "UpdateEventDetails",
                "DeleteRawModifiedDetails",
                "DeleteAtTimeDetails",
                "DeleteEventDetails",
            ]
        ),
        ("Aliases", ["AliasNameDataType"]),
        ("EphemeralKeys", ["AdditionalParametersType", "EphemeralKeyType"]),
        (
            "Diagnostics",
            [
                "ServerDiagnosticsSummaryDataType",
                "SessionDiagnosticsDataType",
                "SessionSecurityDiagnosticsDataType",
                "SubscriptionDiagnosticsDataType",
            ]
        ),
    ];

    private static string[] Services(params string[] names) => [.. names.SelectMany(n => new[] { n + "Request", n + "Response" })];
}
