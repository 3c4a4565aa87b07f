using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Nodes;

/// <summary>The _Status subtree of every PLC: its nodes, and the variable of the table that each one shows.</summary>
internal sealed class StatusNodes
{
    private readonly List<FixedNode> _nodes;
    private readonly int _firstNode;
    private readonly StatusRows _rows;

    /// <summary>Adds the subtrees of all PLCs to <paramref name="nodes"/>.</summary>
    /// <param name="nodes">The fixed nodes of the address space.</param>
    /// <param name="firstNode">Index of the first fixed node among all nodes.</param>
    /// <param name="plcNode">Index of the node of the first PLC among all nodes.</param>
    /// <param name="nodeVersions">The NodeVersion of each PLC; null: 1.</param>
    /// <param name="rows">Assigns each variable its row in the table; a known node keeps its row.</param>
    public StatusNodes(TagMap map, List<FixedNode> nodes, int firstNode, int plcNode, IReadOnlyList<uint>? nodeVersions, StatusRows rows)
    {
        _nodes = nodes;
        _firstNode = firstNode;
        _rows = rows;
        Plcs = new PlcVariables?[map.Plcs.Length];
        foreach (var plc in map.Plcs)
        {
            if (!plc.IsGone)
                Plcs[plc.Index] = AddPlc(plc, plcNode + plc.Index, map, nodeVersions?[plc.Index] ?? 1);
        }
        Bridge = AddBridge();
    }

    /// <summary>The variables of each PLC by index; null: it was removed.</summary>
    public PlcVariables?[] Plcs { get; }

    /// <summary>The variables of the bridge itself.</summary>
    public BridgeVariables Bridge { get; }

    /// <summary>
    /// The PLC of a node in these subtrees; -1: the bridge. The subtrees are stored one after the other, each with its root first, that of the bridge last.
    /// </summary>
    public int PlcOf(int node)
    {
        if (node >= Bridge.Root)
            return -1;
        var plc = Plcs.Length - 1;
        while (Plcs[plc] is not { } there || there.Root > node)
            plc--;
        return plc;
    }

    /// <summary>Index after the last variable.</summary>
    public int VariableEnd => _rows.End;

    private BridgeVariables AddBridge()
    {
        var root = Add(
            new FixedNode
            {
                Id = "_Status",
                Name = "_Status",
                Parent = -1,
                Reference = Ids.HasComponent,
                Class = NodeClass.Object,
                TypeDefinition = Ids.BaseObjectType,
            }
        );
        AddMethod(
            root,
            new StatusMethod(StatusMethodKind.Reload, -1),
            "Reload",
            "Reads the map from its files again, as SIGHUP does; MapChange and MapFindings show the result."
        );
        return new BridgeVariables(
            root,
            AddVariable(root, "MapLoads", (uint)BuiltInType.UInt32),
            AddVariable(root, "MapLoaded", (uint)BuiltInType.DateTime),
            AddVariable(root, "MapChange", (uint)BuiltInType.String, isArray: true),
            AddVariable(root, "MapFindings", (uint)BuiltInType.String, isArray: true),
            AddVariable(root, "Standstills", (uint)BuiltInType.String, isArray: true),
            AddVariable(root, "Restarts", (uint)BuiltInType.UInt32),
            AddVariable(root, "QueuedBatches", (uint)BuiltInType.UInt32)
        );
    }

    private PlcVariables AddPlc(PlcDefinition plc, int plcNode, TagMap map, uint nodeVersion)
    {
        var root = AddObject(plcNode, plc.Name, "_Status");
        int Variable(string name, BuiltInType type, bool isArray = false) => AddVariable(root, name, (uint)type, isArray);
        var connected = Variable("Connected", BuiltInType.Boolean);
        var simulated = Variable("Simulated", BuiltInType.Boolean);
        var state = Variable("State", BuiltInType.String);
        var cpuState = Variable("CpuState", BuiltInType.String);
        var lastError = Variable("LastError", BuiltInType.String);
        var badTags = Variable("BadTags", BuiltInType.String, isArray: true);
        var pduSize = Variable("PduSize", BuiltInType.UInt16);
        var maxJobs = Variable("MaxJobs", BuiltInType.UInt16);
        var reconnects = Variable("Reconnects", BuiltInType.UInt32);
        var slowedBy = Variable("SlowedBy", BuiltInType.UInt32);
        AddMethod(
            root,
            new StatusMethod(StatusMethodKind.Restore, plc.Index),
            "Restore",
            "Reads the PLC at the intervals of the map again after it was " + "slowed down."
        );
        var jobWaits = Variable("JobWaits", BuiltInType.UInt32);
        var pendingWrites = Variable("PendingWrites", BuiltInType.UInt32);
        var alarms = plc.Alarms is null ? -1 : Variable("Alarms", BuiltInType.String);
        var isToldOf = plc.Alarms is not null && !plc.IsS7Plus;
        var buffer = isToldOf ? Variable("DiagnosticBuffer", BuiltInType.String, isArray: true) : -1;
        var leds = isToldOf ? Variable("Leds", BuiltInType.String, isArray: true) : -1;
        var faulty = isToldOf ? Variable("FaultyStations", BuiltInType.String, isArray: true) : -1;
        var lastStop = isToldOf ? Variable("LastStop", BuiltInType.String) : -1;
        AddMethod(
            root,
            new StatusMethod(StatusMethodKind.Release, plc.Index),
            "Release",
            "Closes the connection and leaves the PLC alone for a while, so " + "that an engineer gets the slot.",
            ("duration", Ids.Duration, "How long, in milliseconds, up to a day; 0 takes the connection again at once.")
        );
        var scansRoot = AddObject(root, IdOf(root), "Scans");
        var scans = map.ScanGroups.Where(group => group.Plc == plc.Index).Select(group => AddScan(scansRoot, group)).ToArray();
        return new PlcVariables(
            root,
            connected,
            simulated,
            state,
            cpuState,
            lastError,
            badTags,
            pduSize,
            maxJobs,
            reconnects,
            slowedBy,
            jobWaits,
            pendingWrites,
            scans,
            AddNodeVersion(plcNode, plc.Name, nodeVersion)
        )
        {
            Alarms = alarms,
            DiagnosticBuffer = buffer,
            Leds = leds,
            FaultyStations = faulty,
            LastStop = lastStop,
        };
    }

    private ScanVariables AddScan(int scansRoot, ScanGroup group)
    {
        var scan = AddObject(scansRoot, IdOf(scansRoot), group.Name);
        AddMethod(
            scan,
            new StatusMethod(StatusMethodKind.Poll, group.Index),
            "Poll",
            "Reads all tags of the class once, now, and ends when they have been " + "read."
        );
        return new ScanVariables(
            group.Name,
            AddVariable(scan, "PdusPerCycle", (uint)BuiltInType.UInt32),
            AddVariable(scan, "Overruns", (uint)BuiltInType.UInt32),
            AddVariable(scan, "CycleTime", Ids.Duration),
            AddVariable(scan, "MaxCycleTime", Ids.Duration),
            AddVariable(scan, "Age", Ids.Duration),
            AddVariable(scan, "Cycles", (uint)BuiltInType.UInt32),
            AddVariable(scan, "Pdus", (uint)BuiltInType.UInt32)
        );
    }

    private int AddObject(int parent, string parentId, string name) =>
        Add(
            new FixedNode
            {
                Id = parentId + "/" + name,
                Name = name,
                Parent = parent,
                Reference = Ids.HasComponent,
                Class = NodeClass.Object,
                TypeDefinition = Ids.BaseObjectType,
            }
        );

    private int AddVariable(int parent, string name, uint dataType, bool isArray = false)
    {
        var id = IdOf(parent) + "/" + name;
        var row = _rows.RowFor(id);
        Add(
            new FixedNode
            {
                Id = id,
                Name = name,
                Parent = parent,
                Reference = Ids.HasComponent,
                Class = NodeClass.Variable,
                TypeDefinition = Ids.BaseDataVariableType,
                DataType = dataType,
                IsArray = isArray,
                Variable = row,
            }
        );
        return row;
    }

    private void AddMethod(
        int parent,
        StatusMethod method,
        string name,
        string description,
        params (string Name, uint DataType, string Description)[] inputs
    )
    {
        var node = Add(
            new FixedNode
            {
                Id = IdOf(parent) + "/" + name,
                Name = name,
                Parent = parent,
                Reference = Ids.HasComponent,
                Class = NodeClass.Method,
                TypeDefinition = 0,
                Description = description,
                Method = method,
            }
        );
        if (inputs.Length == 0)
            return;
        var arguments = inputs.Select(input =>
            ExtensionObject.From(
                new Argument
                {
                    Name = input.Name,
                    DataType = input.DataType,
                    ValueRank = -1,
                    Description = new LocalizedText(input.Description),
                }
            )
        );
        Add(
            new FixedNode
            {
                Id = IdOf(node) + "/InputArguments",
                Name = "InputArguments",
                Parent = node,
                Reference = Ids.HasProperty,
                Class = NodeClass.Variable,
                TypeDefinition = Ids.PropertyType,
                DataType = Ids.Argument,
                IsArray = true,
                Value = Variant.FromArray(BuiltInType.ExtensionObject, arguments.ToArray()),
            }
        );
    }

    private int AddNodeVersion(int plcNode, string plc, uint version) =>
        Add(
            new FixedNode
            {
                Id = plc + "/NodeVersion",
                Name = "NodeVersion",
                Parent = plcNode,
                Reference = Ids.HasProperty,
                Class = NodeClass.Variable,
                TypeDefinition = Ids.PropertyType,
                DataType = (uint)BuiltInType.String,
                Value = Variant.From(version.ToString(CultureInfo.InvariantCulture)),
            }
        );

    private string IdOf(int node) => _nodes[node - _firstNode].Id;

    private int Add(FixedNode node)
    {
        _nodes.Add(node);
        var index = _firstNode + _nodes.Count - 1;
        if (node.Parent >= _firstNode)
            _nodes[node.Parent - _firstNode].Children.Add(index);
        return index;
    }
}
