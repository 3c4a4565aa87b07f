using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Tests;

public class RoundTripTests
{
    [FsCheck.NUnit.Property(MaxTest = 2000)]
    [ConformanceUnit("UA Binary Encoding")]
    public void Every_Variant_comes_back(int seed)
    {
        var value = new RandomValues(seed).Variant();
        var bytes = Wire.Write((ref UaWriter w) => w.WriteVariant(value), segmentSize: 64, front: 12, back: 20);
        Deep.AssertEqual(Wire.Read(bytes, (ref UaReader r) => r.ReadVariant()), value);
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void Every_DataValue_comes_back(int seed)
    {
        var value = new RandomValues(seed).DataValue();
        var bytes = Wire.Write((ref UaWriter w) => w.WriteDataValue(value));
        Deep.AssertEqual(Wire.Read(bytes, (ref UaReader r) => r.ReadDataValue()), value);
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void Every_ExtensionObject_comes_back(int seed)
    {
        var value = new RandomValues(seed).ExtensionObject();
        var bytes = Wire.Write((ref UaWriter w) => w.WriteExtensionObject(value));
        Deep.AssertEqual(Wire.Read(bytes, (ref UaReader r) => r.ReadExtensionObject()), value);
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void Every_DiagnosticInfo_comes_back(int seed)
    {
        var value = new RandomValues(seed).DiagnosticInfo();
        var bytes = Wire.Write((ref UaWriter w) => w.WriteDiagnosticInfo(value));
        Deep.AssertEqual(Wire.Read(bytes, (ref UaReader r) => r.ReadDiagnosticInfo()), value);
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void Every_id_name_and_text_comes_back(int seed)
    {
        var random = new RandomValues(seed);
        var id = (NodeId)random.Any(typeof(NodeId), BuiltInType.NodeId)!;
        var expanded = (ExpandedNodeId)random.Any(typeof(ExpandedNodeId), BuiltInType.ExpandedNodeId)!;
        var name = (QualifiedName)random.Any(typeof(QualifiedName), BuiltInType.QualifiedName)!;
        var text = (LocalizedText)random.Any(typeof(LocalizedText), BuiltInType.LocalizedText)!;
        var bytes = Wire.Write(
            (ref UaWriter w) =>
            {
                w.WriteNodeId(id);
                w.WriteExpandedNodeId(expanded);
                w.WriteQualifiedName(name);
                w.WriteLocalizedText(text);
            }
        );
        var read = Wire.Read(
            bytes,
            (ref UaReader r) => (r.ReadNodeId(), r.ReadExpandedNodeId(), r.ReadQualifiedName(), r.ReadLocalizedText())
        );
        Assert.That(read, Is.EqualTo((id, expanded, name, text)));
    }

    [FsCheck.NUnit.Property]
    public void Every_scalar_comes_back(sbyte a, byte b, short c, ushort d, int e, uint f, long g, ulong h, float i, double j)
    {
        var bytes = Wire.Write(
            (ref UaWriter w) =>
            {
                w.WriteSByte(a);
                w.WriteByte(b);
                w.WriteInt16(c);
                w.WriteUInt16(d);
                w.WriteInt32(e);
                w.WriteUInt32(f);
                w.WriteInt64(g);
                w.WriteUInt64(h);
                w.WriteFloat(i);
                w.WriteDouble(j);
            },
            segmentSize: 5
        );
        var read = Wire.Read(
            bytes,
            (ref UaReader r) =>
                (
                    r.ReadSByte(),
                    r.ReadByte(),
                    r.ReadInt16(),
                    r.ReadUInt16(),
                    r.ReadInt32(),
                    r.ReadUInt32(),
                    r.ReadInt64(),
                    r.ReadUInt64(),
                    r.ReadFloat(),
                    r.ReadDouble()
                )
        );
        Assert.That(read, Is.EqualTo((a, b, c, d, e, f, g, h, i, j)));
    }
}
