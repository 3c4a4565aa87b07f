using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Uadp;

/// <summary>
/// Fields as RawData (OPC 10000-14, 7.2.4.5.11): encoded as those of a structure, then padded with zeros to the most that the metadata allows, so that each has
/// the same place in every message. A text keeps its length, an array its count in front; padding follows.
/// </summary>
internal static class RawFields
{
    private static ReadOnlySpan<byte> Zeros => new byte[64];

    // Bytes of a value by its built-in type, up to Guid.
    private static ReadOnlySpan<byte> Sizes => [0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 0, 8, 16];

    /// <summary>Whether the metadata tells the field's size. NodeId, QualifiedName, LocalizedText, Variant and the like are forbidden as RawData.</summary>
    public static bool Fits(PublishedField field) => ElementSize(field) > 0 && (!field.IsArray || field.ArrayLength > 0);

    /// <summary>Bytes that the field takes in each message.</summary>
    public static int Size(PublishedField field) =>
        field.IsArray ? sizeof(int) + (int)field.ArrayLength * ElementSize(field) : ElementSize(field);

    /// <summary>
    /// Whether the sample can be sent as it is: neither Bad, nor of another type, nor longer than the metadata allows. What cannot is sent as the default value
    /// of its type, and the message's status says so.
    /// </summary>
    public static bool IsUsable(PublishedField field, in FieldSample sample)
    {
        var value = sample.Value;
        if (sample.Status.IsBad || value.Type != field.Type || value.IsArray != field.IsArray || value.Dimensions is not null)
            return false;
        if (!field.IsArray)
            return value.Reference switch
            {
                string text => Encoding.UTF8.GetByteCount(text) <= field.MaxStringLength,
                byte[] bytes => bytes.Length <= field.MaxStringLength,
                _ => true,
            };
        return value.Reference switch
        {
            null => true,
            string?[] texts => texts.Length <= field.ArrayLength && AllFit(texts, field.MaxStringLength),
            byte[]?[] texts => texts.Length <= field.ArrayLength && AllFit(texts, field.MaxStringLength),
            Array elements => elements.Length <= field.ArrayLength,
            _ => false,
        };
    }

    /// <summary>Writes <see cref="Size"/> bytes.</summary>
    public static void Write(ref UaWriter writer, PublishedField field, in FieldSample sample)
    {
        var end = writer.Position + Size(field);
        if (!IsUsable(field, sample))
            WriteDefault(ref writer, field);
        else if (field is { IsArray: true, Type: BuiltInType.String or BuiltInType.ByteString })
            WriteTexts(ref writer, field, (Array?)sample.Value.Reference);
        else
            writer.WriteField(sample.Value);
        Pad(ref writer, end - writer.Position);
    }

    private static int ElementSize(PublishedField field) =>
        field.Type switch
        {
            BuiltInType.String or BuiltInType.ByteString => field.MaxStringLength is > 0 and <= ushort.MaxValue
                ? sizeof(int) + (int)field.MaxStringLength
                : 0,
            < BuiltInType.ByteString => Sizes[(int)field.Type],
            _ => 0,
        };

    private static bool AllFit(string?[] texts, uint most)
    {
        foreach (var text in texts)
            if (text is not null && Encoding.UTF8.GetByteCount(text) > most)
                return false;
        return true;
    }

    private static bool AllFit(byte[]?[] texts, uint most)
    {
        foreach (var text in texts)
            if (text?.Length > most)
                return false;
        return true;
    }

    // A null text or array has the length -1; every other default is zeros.
    private static void WriteDefault(ref UaWriter writer, PublishedField field)
    {
        if (field.IsArray || field.Type is BuiltInType.String or BuiltInType.ByteString)
            writer.WriteInt32(-1);
    }

    private static void WriteTexts(ref UaWriter writer, PublishedField field, Array? elements)
    {
        writer.WriteInt32(elements?.Length ?? -1);
        if (elements is string?[] texts)
        {
            foreach (var text in texts)
            {
                var end = writer.Position + ElementSize(field);
                writer.WriteString(text);
                Pad(ref writer, end - writer.Position);
            }
        }
        else if (elements is byte[]?[] byteStrings)
        {
            foreach (var bytes in byteStrings)
            {
                var end = writer.Position + ElementSize(field);
                writer.WriteByteString(bytes);
                Pad(ref writer, end - writer.Position);
            }
        }
    }

    private static void Pad(ref UaWriter writer, int bytes)
    {
        while (bytes > 0)
        {
            var part = Math.Min(bytes, Zeros.Length);
            writer.WriteRaw(Zeros[..part]);
            bytes -= part;
        }
    }
}
