namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>The fields of a variable or variable type in the table, without its names.</summary>
internal readonly ref struct VariableContent
{
    public VariableContent(NodeTable nodes, int node)
    {
        var reader = nodes.ContentOf(node);
        DataType = reader.Number();
        ValueRank = ReadRank(ref reader, out var dimensions);
        ArrayDimensions = dimensions;
        AccessLevel = 1;
        if (nodes.Has(node, NodeTable.HasExtras))
        {
            AccessLevel = reader.Byte();
            MinimumSamplingInterval = reader.Number() is > 0 and var interval ? interval - 1 : null;
        }

        ValueAt = nodes.Has(node, NodeTable.HasContent) ? reader.Position : -1;
    }

    public uint DataType { get; }

    public int ValueRank { get; }

    public uint[]? ArrayDimensions { get; }

    public byte AccessLevel { get; }

    /// <summary>Milliseconds; null: not there.</summary>
    public double? MinimumSamplingInterval { get; }

    /// <summary>Position of the value; -1: none.</summary>
    public int ValueAt { get; }

    public static int ReadRank(ref TableReader reader, out uint[]? dimensions)
    {
        var packed = reader.Number();
        dimensions = (packed & 1) == 0 ? null : new uint[reader.Number()];
        for (var i = 0; i < dimensions?.Length; i++)
            dimensions[i] = reader.Number();
        return (int)(packed >> 1) - 3;
    }
}
