using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.Models;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// Serves the types of OPC UA for Devices, and DeviceSet and NetworkSet, below which the application puts its devices and networks. The server's options name
/// the URI among its namespaces.
/// </summary>
/// <param name="devicesIndex">Index of the namespace <see cref="DevicesUri"/>.</param>
public sealed class DeviceExtension(ushort devicesIndex) : NodeExtension
{
    /// <summary>Namespace of OPC UA for Devices.</summary>
    public const string DevicesUri = "http://opcfoundation.org/UA/DI/";

    /// <inheritdoc/>
    internal override IReadOnlyList<NamespaceModel> Models { get; } = [DeviceModel.Version];

    /// <inheritdoc/>
    internal override ExtensionPart PartOf(ServerContext server, Namespace0 types, Audit audit)
    {
        var table = new ModelTable();
        DeviceModel.AddTo(table, devicesIndex);
        return new Part(new ModelNodes(table));
    }

    private sealed class Part(ModelNodes nodes) : ExtensionPart
    {
        public override INodeSource Nodes => nodes;
    }
}
