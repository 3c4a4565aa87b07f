namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>
/// The values of instance declarations (variables of types, with a modelling rule) that have none in the published nodeset: the default value of the data type
/// (OPC 10000-6, 5.1.2 ff. and 5.2.2). Computed at each read.
/// </summary>
internal static class DeclaredValue
{
    /// <summary>True for an instance declaration.</summary>
    public static bool Has(ReferenceTable references, int node) => references.Target(node, Ids.HasModellingRule) >= 0;

    /// <summary>The value; the null value where the data type is abstract or the value would be a matrix.</summary>
    public static Variant For(NodeTable nodes, ReferenceTable references, int node)
    {
        var content = new VariableContent(nodes, node);
        return For(BuiltInOf(nodes, references, content.DataType), content.ValueRank);
    }

    private static Variant For(BuiltInType type, int rank) =>
        rank switch
        {
            > 1 => default,
            0 or 1 => Variant.FromArray(type == BuiltInType.Null ? BuiltInType.Variant : type, Empty(type)),
            _ => new Variant(type, 0, Scalar(type)),
        };

    private static object? Scalar(BuiltInType type) =>
        type switch
        {
            BuiltInType.Guid => Guid.Empty,
            BuiltInType.NodeId => default(NodeId),
            BuiltInType.ExpandedNodeId => default(ExpandedNodeId),
            BuiltInType.QualifiedName => default(QualifiedName),
            BuiltInType.LocalizedText => default(LocalizedText),
            BuiltInType.DataValue => default(DataValue),
            _ => null,
        };

    private static Array Empty(BuiltInType type) =>
        type switch
        {
            BuiltInType.Boolean => Array.Empty<bool>(),
            BuiltInType.SByte => Array.Empty<sbyte>(),
            BuiltInType.Byte => Array.Empty<byte>(),
            BuiltInType.Int16 => Array.Empty<short>(),
            BuiltInType.UInt16 => Array.Empty<ushort>(),
            BuiltInType.Int32 => Array.Empty<int>(),
            BuiltInType.UInt32 or BuiltInType.StatusCode => Array.Empty<uint>(),
            BuiltInType.Int64 or BuiltInType.DateTime => Array.Empty<long>(),
            BuiltInType.UInt64 => Array.Empty<ulong>(),
            BuiltInType.Float => Array.Empty<float>(),
            BuiltInType.Double => Array.Empty<double>(),
            BuiltInType.String or BuiltInType.XmlElement => Array.Empty<string?>(),
            BuiltInType.Guid => Array.Empty<Guid>(),
            BuiltInType.ByteString => Array.Empty<byte[]?>(),
            BuiltInType.NodeId => Array.Empty<NodeId>(),
            BuiltInType.ExpandedNodeId => Array.Empty<ExpandedNodeId>(),
            BuiltInType.QualifiedName => Array.Empty<QualifiedName>(),
            BuiltInType.LocalizedText => Array.Empty<LocalizedText>(),
            BuiltInType.ExtensionObject => Array.Empty<ExtensionObject>(),
            BuiltInType.DataValue => Array.Empty<DataValue>(),
            _ => Array.Empty<Variant>(),
        };

    /// <summary>The built-in type that values of a data type are encoded as; Null: any.</summary>
    private static BuiltInType BuiltInOf(NodeTable nodes, ReferenceTable references, uint dataType)
    {
        const uint any = 24,
            enumeration = 29;
        for (var node = nodes.IndexOf(dataType); node >= 0; node = references.Target(node, Ids.HasSubtype, forward: false))
        {
            var id = nodes.Ids[node];
            if (id == enumeration)
                return BuiltInType.Int32;
            if (id <= any)
                return id == any ? BuiltInType.Null : (BuiltInType)id;
        }

        return BuiltInType.Null;
    }
}
