using System.Buffers;
using System.Collections.Immutable;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Uadp;

internal sealed partial class UadpDiscovery
{
    // The standard's own namespace is left out (OPC 10000-5, DataTypeSchemaHeader).
    private readonly string[] _namespaces = [.. namespaceUris.Skip(1)];

    /// <summary>Names and types of a dataset's fields (7.2.4.6.4), with unit, ranges and names of values as properties.</summary>
    public void WriteMetaData(IBufferWriter<byte> output, PublishedDataSet dataSet)
    {
        var writer = Begin(dataSet.PublisherId, MetaData);
        writer.WriteUInt16(dataSet.WriterId);
        writer.WriteArray(BuiltInType.String, _namespaces);
        WriteNoArray(ref writer); // structures
        WriteNoArray(ref writer); // enumerations
        WriteNoArray(ref writer); // simple types
        writer.WriteString(dataSet.DataSetName);
        writer.WriteLocalizedText(default);
        writer.WriteInt32(dataSet.Fields.Length);
        foreach (var field in dataSet.Fields)
            WriteField(ref writer, field);
        writer.WriteGuid(Guid.Empty); // no DataSetClass
        writer.WriteUInt32(dataSet.Version.Major);
        writer.WriteUInt32(dataSet.Version.Minor);
        writer.WriteStatusCode(StatusCode.Good);
        End(ref writer, output);
    }

    private static void WriteField(ref UaWriter writer, PublishedField field)
    {
        writer.WriteString(field.Name);
        writer.WriteLocalizedText(new LocalizedText(field.Description));
        writer.WriteUInt16(0); // flags: not promoted
        writer.WriteByte((byte)field.Type);
        writer.WriteNodeId(field.DataTypeId);
        writer.WriteInt32(field.ValueRank);
        writer.WriteNumbers(field is { IsArray: true, ArrayLength: > 0 } ? new[] { field.ArrayLength } : null);
        writer.WriteUInt32(field.MaxStringLength);
        writer.WriteGuid(field.Id);
        if (field.HasProperties)
            WriteProperties(ref writer, field);
        else
            WriteNoArray(ref writer);
    }

    private static void WriteProperties(ref UaWriter writer, PublishedField field)
    {
        var count = writer.Reserve();
        var written = 0u;
        if (field.Unit is { } unit)
            WriteProperty(ref writer, ref written, "EngineeringUnits", Of(unit));
        if (field.Range is { } range)
            WriteProperty(ref writer, ref written, "EURange", Of(range));
        if (field.Limits is { } limits)
            WriteProperty(ref writer, ref written, "InstrumentRange", Of(limits));
        if (field.States.Length > 0)
            WriteProperty(ref writer, ref written, "EnumValues", Of(field.States));
        writer.Patch(count, written);
    }

    private static void WriteProperty(ref UaWriter writer, ref uint written, string key, Variant value)
    {
        writer.WriteQualifiedName(new QualifiedName(0, key));
        writer.WriteVariant(value);
        written++;
    }

    private static Variant Of(FieldUnit unit) =>
        Variant.From(
            ExtensionObject.From(
                new EUInformation
                {
                    NamespaceUri = unit.NamespaceUri,
                    UnitId = unit.UnitId,
                    DisplayName = new LocalizedText(unit.Symbol),
                    Description = new LocalizedText(unit.Description),
                }
            )
        );

    private static Variant Of(FieldRange range) =>
        Variant.From(ExtensionObject.From(new S7OpcBridge.OpcUa.Range { Low = range.Low, High = range.High }));

    private static Variant Of(ImmutableArray<FieldState> states)
    {
        var values = new ExtensionObject[states.Length];
        for (var i = 0; i < values.Length; i++)
            values[i] = ExtensionObject.From(
                new EnumValueType { Value = states[i].Value, DisplayName = new LocalizedText(states[i].Name) }
            );
        return Variant.FromArray(BuiltInType.ExtensionObject, values);
    }
}
