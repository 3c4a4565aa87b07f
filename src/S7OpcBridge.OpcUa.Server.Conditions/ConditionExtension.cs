using S7OpcBridge.OpcUa.Server.Conditions.Nodes;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.InformationModel;

namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>Serves conditions (OPC 10000-9): their nodes, methods and events.</summary>
/// <param name="set">The conditions, for one server.</param>
public sealed class ConditionExtension(ConditionSet set) : NodeExtension
{
    /// <inheritdoc/>
    internal override IReadOnlyList<string> Profiles { get; } =
    [
        .. new[]
        {
            "ACBaseCondition",
            "ACRefresh2",
            "ACAddressSpaceInstance",
            "ACEnable",
            "ACAlarm",
            "ACAckAlarm",
            "ACExclusiveAlarming",
            "ACNon-ExclusiveAlarming",
        }.Select(static facet => $"http://opcfoundation.org/UA-Profile/Server/{facet}"),
    ];

    /// <summary>Alarms and conditions.</summary>
    internal override IReadOnlyList<string> Capabilities { get; } = ["AC"];

    /// <inheritdoc/>
    internal override ExtensionPart PartOf(ServerContext server, Namespace0 types, Audit audit) =>
        new ConditionPart(
            new ConditionSpace(set, types, server.Options.Permissions, server.Options.Locales),
            audit.Operations,
            server.Time
        );
}
