using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Devices;

/// <summary>
/// The PLCs as devices (OPC 10000-100), with the network that connects them. Numbered from 0: the shared nodes, the parts of each PLC in turn, and the nodes
/// of machines. Nothing is kept per PLC; values are made when they are read.
/// </summary>
internal sealed class DeviceNodes(TagMap map)
{
    private const int PlcType = 0,
        OrderNumber = 1,
        ConnectionType = 2,
        Network = 3,
        Shared = 4;
    private const string NetworkName = "_Network";
    private static readonly uint ConnectsTo = TypeNumber.Of(TagNamespace.Devices, DeviceIds.ConnectsTo);
    private static readonly int Parts = DevicePart.All.Length;

    private readonly MachineNodes _machines = new(map);
    private readonly int _firstMachine = Shared + Parts * map.Plcs.Length;

    /// <summary>Last level of a device's id.</summary>
    public const string Suffix = "/_Device";

    /// <summary>The status of PLCs; set before the first request.</summary>
    public Func<int, PlcStatus>? StatusOf { get; set; }

    /// <summary>Number of nodes.</summary>
    public int Count => _firstMachine + _machines.Count;

    /// <summary>The PLC of a node; -1: of all.</summary>
    public int PlcOf(int node) =>
        node < Shared ? -1
        : node < _firstMachine ? (node - Shared) / Parts
        : _machines.PlcOf(node - _firstMachine);

    /// <summary>True where a node does not exist, because a reload removed the PLC.</summary>
    public bool IsGone(int node) => PlcOf(node) is >= 0 and var plc && map.Plcs[plc].IsGone;

    /// <summary>True for a type, which has a numeric id.</summary>
    public static bool IsType(int node) => node < Network;

    /// <summary>A type by its numeric id; -1: there is none.</summary>
    public static int FindType(uint id) =>
        id switch
        {
            DeviceTypeNumbers.PlcId => PlcType,
            DeviceTypeNumbers.OrderNumberId => OrderNumber,
            DeviceTypeNumbers.ConnectionId => ConnectionType,
            _ => -1,
        };

    /// <summary>Numeric id of a type.</summary>
    public static uint TypeIdOf(int node) =>
        node switch
        {
            PlcType => DeviceTypeNumbers.PlcId,
            OrderNumber => DeviceTypeNumbers.OrderNumberId,
            _ => DeviceTypeNumbers.ConnectionId,
        };

    /// <summary>Text of a node's id; for a type the null text.</summary>
    public string? TextOf(int node) =>
        IsType(node) ? null
        : node == Network ? NetworkName
        : MachineAt(node) is { } machine ? machine.Id
        : $"{map.Plcs[PlcOf(node)].Name}{Suffix}{PartOf(node).Path}";

    public NodeClass ClassOf(int node) =>
        MachineAt(node)?.Class
        ?? node switch
        {
            PlcType or ConnectionType => NodeClass.ObjectType,
            OrderNumber => NodeClass.Variable,
            Network => NodeClass.Object,
            _ => PartOf(node).Field == DeviceField.None ? NodeClass.Object : NodeClass.Variable,
        };

    /// <summary>The browse name; a device has that of its PLC.</summary>
    public QualifiedName BrowseNameOf(int node)
    {
        if (MachineAt(node) is { } machine)
            return new QualifiedName(machine.NameNamespace, machine.Name);
        if (node >= Shared)
            return PartOf(node) is { Path.Length: > 0 } part
                ? new QualifiedName(part.Namespace, part.Name)
                : new QualifiedName(TagNamespace.Index, map.Plcs[PlcOf(node)].Name);
        var name = node switch
        {
            PlcType => "PlcType",
            OrderNumber => nameof(DeviceField.OrderNumber),
            ConnectionType => "PlcConnectionType",
            _ => NetworkName,
        };
        return new QualifiedName(TagNamespace.Index, name);
    }

    public uint TypeDefinitionOf(int node) =>
        MachineAt(node)?.TypeDefinition
        ?? node switch
        {
            PlcType or ConnectionType => 0,
            OrderNumber => Ids.PropertyType,
            Network => TypeNumber.Of(TagNamespace.Devices, DeviceIds.NetworkType),
            _ => PartOf(node).Type,
        };

    /// <summary>Reads an attribute other than id, class and names.</summary>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        if (MachineAt(node) is { } machine)
            return TagAttributes.ReadFixed(machine, attribute, out value);
        if (ClassOf(node) == NodeClass.ObjectType && attribute == AttributeId.IsAbstract)
        {
            value = Variant.From(false);
            return StatusCodes.Good;
        }
        if (ClassOf(node) != NodeClass.Variable)
            return TagAttributes.ReadObject(attribute, hasEvents: ClassOf(node) == NodeClass.Object, out value);
        if (attribute != AttributeId.Value)
            return TagAttributes.ReadVariable(node < Shared ? Ids.String : PartOf(node).DataType, attribute, out value);
        value = default;
        if (node < Shared)
            return StatusCodes.Good; // a declaration
        return StatusOf is { } status
            ? DeviceValues.Read(map.Plcs[PlcOf(node)], status(PlcOf(node)), PartOf(node).Field, out value)
            : StatusCodes.BadWaitingForInitialData;
    }

    /// <summary>References from nodes of the standard.</summary>
    /// <param name="first">Index of the first of these nodes in the address space.</param>
    public IEnumerable<(NodeId From, NodeReference Reference)> ExternalReferences(int first)
    {
        static NodeId Di(uint id) => new(TagNamespace.Devices, id);
        NodeReference To(uint type, int node, bool isForward = true) => new(type, isForward, NodeHandle.Own(first + node));
        yield return (Di(DeviceIds.DeviceType), To(Ids.HasSubtype, PlcType));
        yield return (Di(DeviceIds.ConnectionPointType), To(Ids.HasSubtype, ConnectionType));
        yield return (Ids.ModellingRule_Mandatory, To(Ids.HasModellingRule, OrderNumber, isForward: false));
        yield return (Di(DeviceIds.NetworkSet), To(Ids.HasComponent, Network));
        foreach (var plc in map.Plcs)
        {
            if (!plc.IsGone)
                yield return (Di(DeviceIds.DeviceSet), To(Ids.HasComponent, Shared + plc.Index * Parts));
        }
        foreach (var reference in _machines.ExternalReferences(first + _firstMachine))
            yield return reference;
    }

    /// <summary>Adds the references among these nodes.</summary>
    /// <param name="first">Index of the first of these nodes in the address space.</param>
    public void AddReferences(int node, int first, ref ReferencePage page)
    {
        switch (node)
        {
            case PlcType:
                page.Add(new NodeReference(Ids.HasProperty, true, NodeHandle.Own(first + OrderNumber)));
                return;
            case OrderNumber:
                page.Add(new NodeReference(Ids.HasProperty, false, NodeHandle.Own(first + PlcType)));
                return;
            case ConnectionType:
                return;
            case Network:
                foreach (var plc in map.Plcs)
                {
                    if (!plc.IsGone)
                        page.Add(
                            new NodeReference(ConnectsTo, true, NodeHandle.Own(first + PlaceOf(plc.Index, DevicePart.ConnectionPlace)))
                        );
                }
                return;
        }
        if (node >= _firstMachine)
        {
            _machines.AddReferences(node - _firstMachine, first + _firstMachine, ref page);
            return;
        }
        var (owner, place) = (PlcOf(node), (node - Shared) % Parts);
        if (place > 0)
            page.Add(new NodeReference(PartOf(node).Reference, false, NodeHandle.Own(first + PlaceOf(owner, PartOf(node).Parent))));
        if (place == DevicePart.ConnectionPlace)
            page.Add(new NodeReference(ConnectsTo, false, NodeHandle.Own(first + Network)));
        for (var part = 1; part < Parts; part++)
        {
            if (DevicePart.All[part].Parent == place)
                page.Add(new NodeReference(DevicePart.All[part].Reference, true, NodeHandle.Own(first + PlaceOf(owner, part))));
        }
    }

    private FixedNode? MachineAt(int node) => node >= _firstMachine ? _machines[node - _firstMachine] : null;

    private static DevicePart PartOf(int node) => DevicePart.All[(node - Shared) % Parts];

    private static int PlaceOf(int plc, int part) => Shared + plc * Parts + part;
}
