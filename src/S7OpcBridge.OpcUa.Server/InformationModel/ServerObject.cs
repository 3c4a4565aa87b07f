namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>Fills the Server object (status, capabilities, limits, namespaces), and lists the nodes of namespace 0 that this server does not have.</summary>
internal static class ServerObject
{
    /// <summary>
    /// Optional nodes that this server never serves, for <see cref="Namespace0.Load"/>, among them
    /// the type dictionaries from before OPC UA 1.04 (DataTypeDefinition has replaced them).
    /// </summary>
    public static ReadOnlySpan<uint> NotServed =>
        [
            15004, // UrisVersion
            17634, // LocalTime
            12749, // SetSubscriptionDurable
            12886, // RequestServerStateChange
            17594, // Dictionaries
            32530, // Quantities
            32637,
            32754, // DefaultHAConfiguration, DefaultHEConfiguration
            11713, // MaxNodesPerNodeManagement
            24226, // Resources
            24101, // ConformanceUnits
            2289, // SamplingIntervalDiagnosticsArray
            16135, // DefaultUserRolePermissions of namespace 0
            31915, // Locations
            17732,
            18155, // AuthorizationServices, KeyCredentialConfiguration
            7617,
            8252, // the Opc.Ua dictionaries of the OPC Binary and XML Schema type systems
        ];

    /// <summary>Nodes that a server has only with an extension (<see cref="ServerExtension.Served"/>).</summary>
    private static readonly uint[] OfExtensions =
    [
        12637, // ServerConfiguration
        15606, // RoleSet
        14443, // PublishSubscribe
        Ids.OPCUANamespaceMetadata_DefaultRolePermissions,
        Ids.OPCUANamespaceMetadata_DefaultAccessRestrictions,
    ];

    /// <summary>Namespace 0 with the Server object of these facts.</summary>
    public static Namespace0 Build(ServerFacts facts, TimeProvider time)
    {
        var nodes = Namespace0.Load(
            time,
            [
                .. NotServed,
                .. facts.Redundancy is null ? [Ids.Server_EstimatedReturnTime] : (ReadOnlySpan<uint>)[],
                .. HistoryCapabilities.NotServed(facts.History),
                .. facts.ServesAliases ? [AliasIds.LastChange, AliasIds.Topics] : (ReadOnlySpan<uint>)[AliasIds.Aliases],
                .. OfExtensions.Except(facts.Extensions.SelectMany(static extension => extension.Served)),
                .. facts.Extensions.SelectMany(static extension => extension.NotServed),
            ]
        );
        string[] namespaces = ["http://opcfoundation.org/UA/", facts.ApplicationUri, .. facts.Namespaces];
        nodes.SetValue(Ids.Server_ServerArray, Strings([facts.ApplicationUri]));
        nodes.SetValue(Ids.Server_NamespaceArray, Strings(namespaces));
        nodes.SetValue(Ids.Server_ServiceLevel, _ => Variant.From(facts.Condition().ServiceLevel));
        nodes.SetValue(Ids.Server_Auditing, Variant.From(facts.IsAuditing));
        nodes.SetValue(Ids.Server_ServerRedundancy_RedundancySupport, Variant.From((int)RedundancySupport.None));
        if (facts.Redundancy is not null)
            nodes.SetValue(Ids.Server_EstimatedReturnTime, _ => Variant.FromDateTime(facts.Condition().EstimatedReturnTime));
        nodes.SetValue(Ids.OPCUANamespaceMetadata_IsNamespaceSubset, Variant.From(true)); // without NotServed
        new ServerStatusValues(facts).AttachTo(nodes);
        SetCapabilities(nodes, facts);
        SetLimits(nodes, facts.Limits);
        if (facts.History is { } history)
            HistoryCapabilities.AttachTo(nodes, history, facts.HistoryLimits);
        return nodes;
    }

    private static void SetCapabilities(Namespace0 nodes, ServerFacts facts)
    {
        var limits = facts.Limits;
        nodes.SetValue(Ids.Server_ServerCapabilities_ServerProfileArray, Strings([.. facts.Profiles]));
        nodes.SetValue(Ids.Server_ServerCapabilities_LocaleIdArray, Strings([.. facts.Locales]));
        nodes.SetValue(
            Ids.Server_ServerCapabilities_SoftwareCertificates,
            Variant.FromArray(BuiltInType.ExtensionObject, Array.Empty<ExtensionObject>())
        );
        nodes.SetValue(Ids.Server_ServerCapabilities_MinSupportedSampleRate, Variant.From(limits.MinSupportedSampleRate));
        nodes.SetValue(Ids.Server_ServerCapabilities_MaxBrowseContinuationPoints, Variant.From(limits.MaxBrowseContinuationPoints));
        nodes.SetValue(Ids.Server_ServerCapabilities_MaxQueryContinuationPoints, Variant.From((ushort)0));
        nodes.SetValue(Ids.Server_ServerCapabilities_MaxHistoryContinuationPoints, Variant.From((ushort)0));
        nodes.SetValue(Ids.Server_ServerCapabilities_MaxArrayLength, Variant.From(limits.MaxArrayLength));
        nodes.SetValue(Ids.Server_ServerCapabilities_MaxStringLength, Variant.From(limits.MaxStringLength));
        nodes.SetValue(Ids.Server_ServerCapabilities_MaxByteStringLength, Variant.From(limits.MaxByteStringLength));
        nodes.SetValue(Ids.Server_ServerCapabilities_MaxSessions, Variant.From(limits.MaxSessions));
        nodes.SetValue(Ids.Server_ServerCapabilities_MaxSubscriptions, Variant.From(limits.MaxSubscriptions));
        nodes.SetValue(Ids.Server_ServerCapabilities_MaxSubscriptionsPerSession, Variant.From(limits.MaxSubscriptionsPerSession));
        nodes.SetValue(Ids.Server_ServerCapabilities_MaxMonitoredItems, Variant.From(limits.MaxMonitoredItems));
        nodes.SetValue(
            Ids.Server_ServerCapabilities_MaxMonitoredItemsPerSubscription,
            Variant.From(limits.MaxMonitoredItemsPerSubscription)
        );
        nodes.SetValue(Ids.Server_ServerCapabilities_MaxMonitoredItemsQueueSize, Variant.From(limits.MaxMonitoredItemsQueueSize));
        nodes.SetValue(Ids.Server_ServerCapabilities_MaxSelectClauseParameters, Variant.From(limits.MaxSelectClauseParameters));
        nodes.SetValue(Ids.Server_ServerCapabilities_MaxWhereClauseParameters, Variant.From(limits.MaxWhereClauseParameters));
    }

    private static void SetLimits(Namespace0 nodes, ServerLimitFacts limits)
    {
        nodes.SetValue(Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerRead, Variant.From(limits.MaxNodesPerRead));
        nodes.SetValue(Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerWrite, Variant.From(limits.MaxNodesPerWrite));
        nodes.SetValue(Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerMethodCall, Variant.From(limits.MaxNodesPerMethodCall));
        nodes.SetValue(Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerBrowse, Variant.From(limits.MaxNodesPerBrowse));
        nodes.SetValue(
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerRegisterNodes,
            Variant.From(limits.MaxNodesPerRegisterNodes)
        );
        nodes.SetValue(
            Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerTranslateBrowsePathsToNodeIds,
            Variant.From(limits.MaxNodesPerTranslateBrowsePathsToNodeIds)
        );
        nodes.SetValue(
            Ids.Server_ServerCapabilities_OperationLimits_MaxMonitoredItemsPerCall,
            Variant.From(limits.MaxMonitoredItemsPerCall)
        );
    }

    private static Variant Strings(string[] texts) => Variant.FromArray(BuiltInType.String, texts);
}
