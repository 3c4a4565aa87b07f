namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>The attributes of namespace 0 except values; the null variant where a node has no such attribute.</summary>
internal sealed class NodeAttributes(NodeTable nodes, ReferenceTable references)
{
    private const int CurrentRead = 1,
        CurrentWrite = 2;

    private readonly HashSet<int> _writable = [];

    /// <summary>Lets clients write a variable; before the server starts.</summary>
    public void SetWritable(int node) => _writable.Add(node);

    public Variant Read(int node, AttributeId attribute) =>
        attribute switch
        {
            AttributeId.NodeId => Variant.From((NodeId)nodes.Ids[node]),
            AttributeId.NodeClass => Variant.From((int)nodes.ClassOf(node)),
            AttributeId.BrowseName => Variant.From(new QualifiedName(0, nodes.BrowseNameOf(node))),
            AttributeId.DisplayName => Variant.From(new LocalizedText(nodes.DisplayNameOf(node))),
            AttributeId.Description => Variant.From(default(LocalizedText)),
            AttributeId.WriteMask or AttributeId.UserWriteMask => Variant.From(0u),
            _ => ReadOfClass(node, attribute),
        };

    private Variant ReadOfClass(int node, AttributeId attribute) =>
        nodes.ClassOf(node) switch
        {
            NodeClass.Object => attribute == AttributeId.EventNotifier ? Variant.From(EventNotifierOf(node)) : default,
            NodeClass.Method => attribute is AttributeId.Executable or AttributeId.UserExecutable ? Variant.From(true) : default,
            NodeClass.Variable when attribute is AttributeId.AccessLevel or AttributeId.UserAccessLevel && _writable.Contains(node) =>
                Variant.From((byte)(CurrentRead | CurrentWrite)),
            NodeClass.Variable => ReadVariable(new VariableContent(nodes, node), attribute),
            _ when attribute == AttributeId.IsAbstract => Variant.From(nodes.Has(node, NodeTable.IsAbstract)),
            NodeClass.VariableType => ReadVariableOrType(new VariableContent(nodes, node), attribute),
            NodeClass.ReferenceType => ReadReferenceType(node, attribute),
            NodeClass.DataType when attribute == AttributeId.DataTypeDefinition => DefinitionOf(node),
            _ => default,
        };

    private byte EventNotifierOf(int node) => nodes.Has(node, NodeTable.HasExtras) ? nodes.ContentOf(node).Byte() : (byte)0;

    private static Variant ReadVariable(VariableContent content, AttributeId attribute) =>
        attribute switch
        {
            // No other node of namespace 0 can be written, whatever the nodeset allows.
            AttributeId.AccessLevel or AttributeId.UserAccessLevel => Variant.From((byte)(content.AccessLevel & ~CurrentWrite)),
            AttributeId.MinimumSamplingInterval when content.MinimumSamplingInterval is { } interval => Variant.From(interval),
            AttributeId.Historizing => Variant.From(false),
            _ => ReadVariableOrType(content, attribute),
        };

    private static Variant ReadVariableOrType(VariableContent content, AttributeId attribute) =>
        attribute switch
        {
            AttributeId.DataType => Variant.From((NodeId)content.DataType),
            AttributeId.ValueRank => Variant.From(content.ValueRank),
            AttributeId.ArrayDimensions when content.ArrayDimensions is { } dimensions => Variant.FromArray(BuiltInType.UInt32, dimensions),
            _ => default,
        };

    private Variant ReadReferenceType(int node, AttributeId attribute) =>
        attribute switch
        {
            AttributeId.Symmetric => Variant.From(nodes.Has(node, NodeTable.IsSymmetric)),
            AttributeId.InverseName when nodes.Has(node, NodeTable.HasContent) => Variant.From(
                new LocalizedText(nodes.Strings[nodes.ContentOf(node).Number()])
            ),
            _ => default,
        };

    private Variant DefinitionOf(int node)
    {
        var baseType = references.Target(node, Ids.HasSubtype, forward: false);
        NodeId baseId = baseType < 0 ? default : nodes.Ids[baseType];
        var encoding = BinaryEncodingOf(node);
        if (nodes.Has(node, NodeTable.HasContent))
            return Variant.From(ExtensionObject.From(TypeDefinitions.Read(nodes, node, encoding, baseId)));
        // Structures without fields, such as MonitoringFilter: the nodeset has no definition for them.
        return encoding.IsNull || nodes.Has(node, NodeTable.IsAbstract)
            ? default
            : Variant.From(ExtensionObject.From(new StructureDefinition { DefaultEncodingId = encoding, BaseDataType = baseId }));
    }

    private NodeId BinaryEncodingOf(int node)
    {
        for (var i = 0; i < references.CountOf(node); i++)
        {
            if (references.At(node, i) is (Ids.HasEncoding, true, var encoding) && nodes.BrowseNameOf(encoding) == "Default Binary")
                return nodes.Ids[encoding];
        }

        return default;
    }
}
