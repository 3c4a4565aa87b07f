using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.PubSub;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// Shows what the application publishes by PubSub below Server/PublishSubscribe (OPC 10000-14, 9.1): connections, groups, writers, data sets and their
/// states. Read-only and without methods; a server without it does not have the object. For one server.
/// </summary>
/// <param name="first">What is published when the server starts.</param>
public sealed class PublishSubscribeExtension(PubSubDescription first) : NodeExtension
{
    private readonly Lock _gate = new();
    private PubSubDescription _description = first;
    private PubSubPart? _part;

    /// <summary>Shows something else from now on, after a reload. Monitored items of nodes that are no longer there get BadNodeIdUnknown.</summary>
    public void Show(PubSubDescription description)
    {
        lock (_gate)
        {
            _description = description;
            _part?.Show(description);
        }
    }

    /// <inheritdoc/>
    internal override IReadOnlyList<uint> Served { get; } = [PubSubIds.PublishSubscribe];

    /// <summary>All methods, and what belongs to them: the configuration is the application's.</summary>
    internal override IReadOnlyList<uint> NotServed { get; } =
    [
        15215, // GetSecurityKeys
        15440, // GetSecurityGroup
        15443, // SecurityGroups
        17364, // SetSecurityKeys
        17366, // AddConnection
        17369, // RemoveConnection
        17409, // Diagnostics
        23658, // SubscribedDataSets
        23678, // PubSubCapablities
        23685, // DataSetClasses
        25440, // KeyPushTargets
        25451, // PubSubConfiguration
        25480, // DefaultDatagramPublisherId
        25481, // ConfigurationVersion
        32403, // DefaultSecurityKeyServices
        32404, // ConfigurationProperties
    ];

    /// <inheritdoc/>
    internal override ExtensionPart PartOf(ServerContext server, Namespace0 types, Audit audit)
    {
        lock (_gate)
            return _part = new PubSubPart(types, _description);
    }
}
