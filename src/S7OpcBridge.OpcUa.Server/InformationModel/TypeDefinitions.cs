namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>Unpacks the DataTypeDefinition attribute (OPC 10000-3, 8.48 ff.): with it clients decode structures and show names of enumeration values.</summary>
internal static class TypeDefinitions
{
    private const byte Enumeration = 16;

    /// <param name="nodes">The table.</param>
    /// <param name="node">A data type with a definition.</param>
    /// <param name="encoding">Its Default Binary encoding; null for abstract types and enumerations.</param>
    /// <param name="baseType">Its supertype.</param>
    public static IUaStructure Read(NodeTable nodes, int node, NodeId encoding, NodeId baseType)
    {
        var reader = nodes.ContentOf(node);
        var kind = reader.Byte();
        return kind >= Enumeration
            ? new EnumDefinition { Fields = EnumFields(nodes, ref reader) }
            : new StructureDefinition
            {
                DefaultEncodingId = encoding,
                BaseDataType = baseType,
                StructureType = (StructureType)kind,
                Fields = Fields(nodes, ref reader),
            };
    }

    private static EnumField[] EnumFields(NodeTable nodes, ref TableReader reader)
    {
        var fields = new EnumField[reader.Number()];
        for (var i = 0; i < fields.Length; i++)
        {
            var name = nodes.Strings[reader.Number()];
            fields[i] = new EnumField
            {
                Name = name,
                DisplayName = new LocalizedText(name),
                Value = reader.Signed(),
            };
        }

        return fields;
    }

    private static StructureField[] Fields(NodeTable nodes, ref TableReader reader)
    {
        var fields = new StructureField[reader.Number()];
        for (var i = 0; i < fields.Length; i++)
        {
            fields[i] = new StructureField { Name = nodes.Strings[reader.Number()], DataType = reader.Number() };
            var rank = reader.Number();
            fields[i].ValueRank = (int)(rank >> 1) - 3;
            fields[i].IsOptional = (rank & 1) != 0;
        }

        return fields;
    }
}
