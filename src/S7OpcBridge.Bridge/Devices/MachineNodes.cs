using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Devices;

/// <summary>
/// The machines that the map names (OPC 40001-1): each with its identification, and with its PLCs as components. Without them there are no nodes. PLCs with
/// the same ProductInstanceUri belong to one machine; that of the server has all PLCs that name none.
/// </summary>
internal sealed class MachineNodes
{
    private const ushort Own = TagNamespace.Index,
        Di = TagNamespace.Devices,
        Machinery = TagNamespace.Machinery;

    // What a component's identification shares with the device that it identifies.
    private static readonly DeviceField[] Shared =
    [
        DeviceField.Manufacturer,
        DeviceField.ManufacturerUri,
        DeviceField.Model,
        DeviceField.ProductCode,
        DeviceField.HardwareRevision,
        DeviceField.SoftwareRevision,
        DeviceField.DeviceRevision,
        DeviceField.SerialNumber,
        DeviceField.ComponentName,
    ];

    private readonly List<FixedNode> _nodes = [];
    private readonly List<int> _plcs = [];
    private readonly List<(NodeId From, NodeReference Reference, int Node)> _outside = [];

    public MachineNodes(TagMap map)
    {
        var machines = new Dictionary<string, (MachineIdentity Machine, int Plc, List<PlcDefinition> Parts)>();
        foreach (var plc in map.Plcs)
        {
            if (plc.IsGone || (plc.Machine ?? map.Machine) is not { } machine)
                continue;
            if (!machines.TryGetValue(machine.ProductInstanceUri, out var known))
                machines.Add(machine.ProductInstanceUri, known = (machine, machine == map.Machine ? -1 : plc.Index, []));
            known.Parts.Add(plc);
        }
        foreach (var (machine, plc, parts) in machines.Values)
            AddMachine(machine, plc, plc < 0 ? "" : map.Plcs[plc].Name, parts);
    }

    /// <summary>Number of nodes.</summary>
    public int Count => _nodes.Count;

    /// <summary>The PLC whose permissions hold for a node; -1: none.</summary>
    public int PlcOf(int node) => _plcs[node];

    public FixedNode this[int node] => _nodes[node];

    /// <summary>References from nodes outside.</summary>
    /// <param name="first">Index of the first of these nodes in the address space.</param>
    public IEnumerable<(NodeId From, NodeReference Reference)> ExternalReferences(int first) =>
        _outside.Select(each => (each.From, each.Reference with { Target = NodeHandle.Own(first + each.Node) }));

    /// <summary>Adds the references among these nodes.</summary>
    /// <param name="first">Index of the first of these nodes in the address space.</param>
    public void AddReferences(int node, int first, ref ReferencePage page)
    {
        if (_nodes[node].Parent >= 0)
            page.Add(new NodeReference(_nodes[node].Reference, false, NodeHandle.Own(first + _nodes[node].Parent)));
        foreach (var child in _nodes[node].Children)
            page.Add(new NodeReference(_nodes[child].Reference, true, NodeHandle.Own(first + child)));
    }

    private void AddMachine(MachineIdentity machine, int plc, string plcName, List<PlcDefinition> parts)
    {
        var id = plc < 0 ? "_Machine" : plcName + "/_Machine";
        var name =
            machine.Name.Length > 0 ? machine.Name
            : plc < 0 ? "Machine"
            : plcName;
        var root = AddObject(plc, id, Own, name, -1, Ids.Organizes, Ids.BaseObjectType);
        Join(new NodeId(Machinery, MachineryIds.Machines), Ids.Organizes, isForward: true, root);

        var identification = AddObject(
            plc,
            id + "/Identification",
            Di,
            "Identification",
            root,
            Ids.HasAddIn,
            TypeNumber.Of(Machinery, MachineryIds.MachineIdentificationType)
        );
        AddProperty(plc, identification, Di, "Manufacturer", Ids.LocalizedText, Text(machine.Manufacturer));
        AddProperty(plc, identification, Di, "ProductInstanceUri", Ids.String, Variant.From(machine.ProductInstanceUri));
        AddProperty(plc, identification, Di, "SerialNumber", Ids.String, Variant.From(machine.SerialNumber));
        if (machine.Model.Length > 0)
            AddProperty(plc, identification, Di, "Model", Ids.LocalizedText, Text(machine.Model));
        if (machine.ProductCode.Length > 0)
            AddProperty(plc, identification, Di, "ProductCode", Ids.String, Variant.From(machine.ProductCode));
        if (machine.AssetId.Length > 0)
            AddProperty(plc, identification, Di, "AssetId", Ids.String, Variant.From(machine.AssetId));
        if (machine.Name.Length > 0)
            AddProperty(plc, identification, Di, "ComponentName", Ids.LocalizedText, Text(machine.Name));
        if (machine.Location.Length > 0)
            AddProperty(plc, identification, Machinery, "Location", Ids.String, Variant.From(machine.Location));
        if (machine.Year > 0)
            AddProperty(plc, identification, Machinery, "YearOfConstruction", Ids.UInt16, Variant.From((ushort)machine.Year));

        var components = AddObject(
            plc,
            id + "/Components",
            Machinery,
            "Components",
            root,
            Ids.HasAddIn,
            TypeNumber.Of(Machinery, MachineryIds.MachineComponentsType)
        );
        foreach (var part in parts)
            AddComponent(part, components);
    }

    private void AddComponent(PlcDefinition plc, int components)
    {
        var device = plc.Name + DeviceNodes.Suffix;
        Join(new NodeId(Own, device), Ids.HasComponent, isForward: false, components);
        var identification = AddObject(
            plc.Index,
            device + "/Identification",
            Di,
            "Identification",
            -1,
            Ids.HasAddIn,
            TypeNumber.Of(Machinery, MachineryIds.MachineryComponentIdentificationType)
        );
        Join(new NodeId(Own, device), Ids.HasAddIn, isForward: true, identification);
        foreach (var field in Shared)
            Join(new NodeId(Own, $"{device}/{field}"), Ids.HasProperty, isForward: false, identification);
    }

    private void Join(NodeId from, uint type, bool isForward, int node) =>
        _outside.Add((from, new NodeReference(type, isForward, NodeHandle.None), node));

    private int AddObject(int plc, string id, ushort names, string name, int parent, uint reference, uint type) =>
        Add(
            plc,
            new FixedNode
            {
                Id = id,
                Name = name,
                NameNamespace = names,
                Parent = parent,
                Reference = reference,
                Class = NodeClass.Object,
                TypeDefinition = type,
            }
        );

    private void AddProperty(int plc, int parent, ushort names, string name, uint dataType, Variant value) =>
        Add(
            plc,
            new FixedNode
            {
                Id = $"{_nodes[parent].Id}/{name}",
                Name = name,
                NameNamespace = names,
                Parent = parent,
                Reference = Ids.HasProperty,
                Class = NodeClass.Variable,
                TypeDefinition = Ids.PropertyType,
                DataType = dataType,
                Value = value,
            }
        );

    private int Add(int plc, FixedNode node)
    {
        _nodes.Add(node);
        _plcs.Add(plc);
        if (node.Parent >= 0)
            _nodes[node.Parent].Children.Add(_nodes.Count - 1);
        return _nodes.Count - 1;
    }

    private static Variant Text(string text) => Variant.From(new LocalizedText(text));
}
