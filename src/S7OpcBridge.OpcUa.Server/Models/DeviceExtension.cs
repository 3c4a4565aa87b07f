using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Models;
using S7OpcBridge.OpcUa.Server.Options;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// Serves the types of OPC UA for Devices and for Machinery, and DeviceSet, NetworkSet and Machines, below which the application puts its devices, networks and
/// machines. The server's options name both URIs among its namespaces.
/// </summary>
/// <param name="devicesIndex">Index of the namespace <see cref="DevicesUri"/>.</param>
/// <param name="machineryIndex">Index of the namespace <see cref="MachineryUri"/>.</param>
public sealed class DeviceExtension(ushort devicesIndex, ushort machineryIndex) : NodeExtension
{
    /// <summary>Namespace of OPC UA for Devices.</summary>
    public const string DevicesUri = "http://opcfoundation.org/UA/DI/";

    /// <summary>Namespace of OPC UA for Machinery.</summary>
    public const string MachineryUri = "http://opcfoundation.org/UA/Machinery/";

    /// <inheritdoc/>
    internal override IReadOnlyList<NamespaceModel> Models { get; } = [DeviceModel.Version, MachineryModel.Version];

    /// <inheritdoc/>
    internal override ExtensionPart PartOf(ServerContext server, Namespace0 types, Audit audit)
    {
        var table = new ModelTable();
        DeviceModel.AddTo(table, devicesIndex);
        MachineryModel.AddTo(table, machineryIndex, devicesIndex);
        return new Part(new ModelNodes(table));
    }

    private sealed class Part(ModelNodes nodes) : ExtensionPart
    {
        public override INodeSource Nodes => nodes;
    }
}
