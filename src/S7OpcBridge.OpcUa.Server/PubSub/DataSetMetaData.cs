namespace S7OpcBridge.OpcUa.Server.PubSub;

/// <summary>DataSetMetaDataType (OPC 10000-14, 6.2.3.2.3).</summary>
internal sealed class DataSetMetaData(PublishedDataSetDescription dataSet) : IUaStructure
{
    private const int Absent = -1; // length of a null array

    /// <inheritdoc/>
    public uint BinaryEncodingId => 124;

    /// <inheritdoc/>
    public void Encode(ref UaWriter writer)
    {
        for (var schema = 0; schema < 4; schema++)
            writer.WriteInt32(Absent); // Namespaces and types of structures, enumerations and simple types: no field has another than a built-in type
        writer.WriteString(dataSet.Name);
        writer.WriteLocalizedText(default);
        writer.WriteInt32(dataSet.Fields.Length);
        foreach (var field in dataSet.Fields)
        {
            writer.WriteString(field.Name);
            writer.WriteLocalizedText(new LocalizedText(field.Description));
            writer.WriteUInt16(0); // FieldFlags
            writer.WriteByte((byte)field.Type);
            writer.WriteNodeId((uint)field.Type);
            writer.WriteInt32(field.ValueRank);
            writer.WriteInt32(Absent); // ArrayDimensions
            writer.WriteUInt32(field.MaxStringLength);
            writer.WriteGuid(field.Id);
            writer.WriteInt32(Absent); // Properties
        }
        writer.WriteGuid(Guid.Empty); // DataSetClassId
        new DataSetVersion(dataSet).Encode(ref writer);
    }
}

/// <summary>ConfigurationVersionDataType (OPC 10000-14, 6.2.3.2.6).</summary>
internal sealed record DataSetVersion(PublishedDataSetDescription DataSet) : IUaStructure
{
    /// <inheritdoc/>
    public uint BinaryEncodingId => 14847;

    /// <inheritdoc/>
    public void Encode(ref UaWriter writer)
    {
        writer.WriteUInt32(DataSet.MajorVersion);
        writer.WriteUInt32(DataSet.MinorVersion);
    }
}

/// <summary>PublishedVariableDataType (OPC 10000-14, 6.2.3.7.1).</summary>
internal sealed record DataSetVariable(PublishedFieldDescription Field) : IUaStructure
{
    /// <inheritdoc/>
    public uint BinaryEncodingId => 14323;

    /// <inheritdoc/>
    public void Encode(ref UaWriter writer)
    {
        writer.WriteNodeId(Field.Variable);
        writer.WriteUInt32((uint)AttributeId.Value);
        writer.WriteDouble(Field.Interval.TotalMilliseconds);
        writer.WriteUInt32(0); // DeadbandType: none
        writer.WriteDouble(0);
        writer.WriteString(null); // IndexRange: all of it
        writer.WriteVariant(default); // SubstituteValue: none
        writer.WriteInt32(-1); // MetaDataProperties: none
    }
}
