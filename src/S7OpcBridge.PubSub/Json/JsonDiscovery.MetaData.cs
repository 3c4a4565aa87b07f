using System.Buffers;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Json;

internal sealed partial class JsonDiscovery
{
    /// <summary>Names and types of a dataset's fields (7.2.5.5.2), with unit, ranges and names of values as properties.</summary>
    public void WriteMetaData(IBufferWriter<byte> output, in MessageHead head, PublishedDataSet dataSet)
    {
        Begin(output, head.MessageId, "ua-metadata", dataSet.PublisherId);
        Json.WriteNumber(JsonNames.DataSetWriterId, (uint)dataSet.WriterId);
        Json.WriteString("WriterGroupName", dataSet.WriterGroup);
        Json.WriteString("DataSetWriterName", dataSet.Name);
        Time("Timestamp", head.Time);
        Json.WriteStartObject("MetaData");
        Json.WriteString("Name", dataSet.DataSetName);
        Json.WriteStartArray("Fields");
        foreach (var field in dataSet.Fields)
            Field(field);
        Json.WriteEndArray();
        Json.WriteStartObject("ConfigurationVersion");
        Json.WriteNumber("MajorVersion", dataSet.Version.Major);
        Json.WriteNumber("MinorVersion", dataSet.Version.Minor);
        Json.WriteEndObject();
        Json.WriteEndObject();
        End();
    }

    private void Field(PublishedField field)
    {
        Json.WriteStartObject();
        Json.WriteString("Name", field.Name);
        Localized("Description", new LocalizedText(field.Description));
        Json.WriteNumber("BuiltInType", (int)field.Type);
        Json.WritePropertyName("DataType");
        _writer.WriteNodeId(field.DataTypeId);
        Json.WriteNumber("ValueRank", field.ValueRank);
        if (field is { IsArray: true, ArrayLength: > 0 })
        {
            Json.WriteStartArray("ArrayDimensions");
            Json.WriteNumberValue(field.ArrayLength);
            Json.WriteEndArray();
        }

        Number("MaxStringLength", field.MaxStringLength);
        Json.WriteString("DataSetFieldId", field.Id);
        if (field.HasProperties)
            Properties(field);
        Json.WriteEndObject();
    }

    private void Properties(PublishedField field)
    {
        Json.WriteStartArray("Properties");
        if (field.Unit is { } unit)
        {
            BeginProperty("EngineeringUnits");
            BeginStructure(PublishedStructures.EngineeringUnit);
            Text("NamespaceUri", unit.NamespaceUri);
            Number("UnitId", unit.UnitId);
            Localized("DisplayName", new LocalizedText(unit.Symbol));
            Localized("Description", new LocalizedText(unit.Description));
            Json.WriteEndObject();
            EndProperty();
        }

        if (field.Range is not null)
            RangeProperty("EURange", field.Range);
        if (field.Limits is not null)
            RangeProperty("InstrumentRange", field.Limits);
        if (field.States.Length > 0)
            StatesProperty(field);
        Json.WriteEndArray();
    }

    private void RangeProperty(string name, FieldRange range)
    {
        BeginProperty(name);
        BeginStructure(PublishedStructures.Range);
        Double("Low", range.Low);
        Double("High", range.High);
        Json.WriteEndObject();
        EndProperty();
    }

    private void StatesProperty(PublishedField field)
    {
        BeginProperty("EnumValues");
        Json.WriteStartArray();
        foreach (var state in field.States)
        {
            BeginStructure(PublishedStructures.EnumValue);
            if (state.Value != 0)
            {
                Json.WritePropertyName(JsonNames.Value);
                _writer.WriteInt64(state.Value);
            }

            Localized("DisplayName", new LocalizedText(state.Name));
            Json.WriteEndObject();
        }

        Json.WriteEndArray();
        EndProperty();
    }

    // A KeyValuePair whose value is a Variant of structures.
    private void BeginProperty(string name)
    {
        Json.WriteStartObject();
        Json.WriteString("Key", name);
        Json.WriteStartObject(JsonNames.Value);
        Json.WriteNumber(JsonNames.UaType, (int)BuiltInType.ExtensionObject);
        Json.WritePropertyName(JsonNames.Value);
    }

    private void EndProperty()
    {
        Json.WriteEndObject();
        Json.WriteEndObject();
    }

    private void BeginStructure(uint dataType)
    {
        Json.WriteStartObject();
        Json.WritePropertyName(JsonNames.UaTypeId);
        _writer.WriteNodeId(dataType);
    }
}
