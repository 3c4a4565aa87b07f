using System.Globalization;
using System.Xml.Linq;

namespace S7OpcBridge.NodesetTool;

/// <summary>The record of one node: a head byte, the names, and with its length what the class has.</summary>
internal sealed class NodeWriter(Nodeset nodes, DataTypes types, PackedWriter output)
{
    private readonly PackedWriter _output = output;

    private const int OwnDisplayName = 0x08,
        IsAbstract = 0x10,
        IsSymmetric = 0x20,
        HasContent = 0x40,
        HasExtras = 0x80;

    // The exponents of the node classes' mask bits.
    private static readonly string[] Classes =
    [
        "UAObject",
        "UAVariable",
        "UAMethod",
        "UAObjectType",
        "UAVariableType",
        "UAReferenceType",
        "UADataType",
        "UAView",
    ];

    public void Write(uint id, XElement node)
    {
        var nodeClass = Array.IndexOf(Classes, node.Name.LocalName);
        var browseName = WithoutNamespace(nodes.BrowseName(id));
        var displayName = node.Element(Nodeset.Xml + "DisplayName")!.Value;
        var value = ValueWriter.Supports(node) ? node.Element(Nodeset.Xml + "Value") : null;
        var definition =
            node.Name.LocalName == "UADataType" && types[id] is { HasDefinition: true } type && types.AllFields(type).Any() ? type : null;
        var inverseName = node.Element(Nodeset.Xml + "InverseName")?.Value;

        _output.Byte(
            nodeClass
                | (displayName == browseName ? 0 : OwnDisplayName)
                | ((bool?)node.Attribute("IsAbstract") == true ? IsAbstract : 0)
                | ((bool?)node.Attribute("Symmetric") == true ? IsSymmetric : 0)
                | (value is null && definition is null && inverseName is null ? 0 : HasContent)
                | (ExtrasOf(node) ? HasExtras : 0)
        );
        _output.Text(browseName);
        if (displayName != browseName)
            _output.Text(displayName);
        var content = new NodeWriter(nodes, types, _output.Section());
        if (nodeClass == 0 && ExtrasOf(node))
            content._output.Byte((int)node.Attribute("EventNotifier")!);
        if (nodeClass is 1 or 4)
            content.WriteVariable(node);
        if (value is not null)
            new ValueWriter(nodes, content._output).Write(value);
        if (definition is not null)
            content.WriteDefinition(definition);
        if (inverseName is not null)
            content._output.Text(inverseName);
        _output.Number((uint)content._output.Length);
        _output.Append(content._output);
    }

    private static bool ExtrasOf(XElement node) =>
        node.Attribute("EventNotifier") is not null
        || node.Attribute("AccessLevel") is not null
        || node.Attribute("MinimumSamplingInterval") is not null;

    private static string WithoutNamespace(string browseName) =>
        browseName.StartsWith("0:", StringComparison.Ordinal) ? browseName[2..] : browseName;

    private void WriteVariable(XElement node)
    {
        _output.Number(node.Attribute("DataType") is { } type ? nodes.Id(type.Value) : WellKnown.BaseDataType);
        WriteRank(
            int.Parse((string?)node.Attribute("ValueRank") ?? "-1", CultureInfo.InvariantCulture),
            (string?)node.Attribute("ArrayDimensions")
        );
        if (!ExtrasOf(node))
            return;
        _output.Byte((int?)node.Attribute("AccessLevel") ?? 1);
        // 0: not there; else one more than the milliseconds.
        _output.Number(node.Attribute("MinimumSamplingInterval") is { } interval ? (uint)(double)interval + 1 : 0);
    }

    private void WriteRank(int rank, string? dimensions)
    {
        var sizes = dimensions is null ? [] : dimensions.Split(',').Select(uint.Parse).ToArray();
        PackedRank.Write(_output, rank, sizes);
    }

    /// <summary>Kind (OPC 10000-3, StructureType; 16 for an enumeration, 17 for an option set), count, fields.</summary>
    private void WriteDefinition(DataType type)
    {
        var isEnumeration = !types.IsStructure(type.Id);
        var fields = isEnumeration ? type.Fields : [.. types.AllFields(type)];
        _output.Byte(
            isEnumeration ? (type.IsOptionSet ? 17 : 16)
            : fields.Any(f => f.AllowsSubtypes) ? 3
            : fields.Any(f => f.IsOptional) ? 1
            : 0
        );
        _output.Number((uint)fields.Length);
        foreach (var field in fields)
        {
            _output.Text(field.Name);
            if (isEnumeration)
            {
                _output.Signed(checked((int)field.Value));
            }
            else
            {
                _output.Number(field.DataType);
                // A field may be optional or of a subtype, never both; the kind says which of the two the bit means.
                _output.Number((uint)(field.ValueRank + 3) << 1 | (field.AllowsSubtypes || field.IsOptional ? 1u : 0));
            }
        }
    }
}
