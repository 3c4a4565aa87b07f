using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Wire;

/// <summary>Values and their quality: one byte for both kinds, then the value; arrays of numbers are copied as they are.</summary>
internal static class ValueWire
{
    // In place of a kind: the kind follows, and the value is an array.
    private const byte Array = 15;

    public static void Write(WireWriter to, in TagValue value, TagQuality quality)
    {
        if (value.IsArray)
        {
            to.Byte((byte)((byte)quality << 4 | Array));
            to.Byte((byte)value.Kind);
            WriteArray(to, value);
            return;
        }
        to.Byte((byte)((byte)quality << 4 | (byte)value.Kind));
        switch (value.Kind)
        {
            case TagValueKind.None:
                break;
            case TagValueKind.Text:
                to.Text((string?)value.Reference);
                break;
            case TagValueKind.Single:
                to.Fixed32((uint)value.Bits);
                break;
            case TagValueKind.Double or TagValueKind.Duration or TagValueKind.DateTime:
                to.Fixed64((ulong)value.Bits);
                break;
            default:
                to.Signed(value.Bits);
                break;
        }
    }

    public static TagValue Read(ref WireReader from, out TagQuality quality)
    {
        var head = from.Byte();
        quality = (TagQuality)(head >> 4);
        var kind = (TagValueKind)(head & 15);
        return kind switch
        {
            TagValueKind.None => default,
            TagValueKind.Text => new TagValue(kind, 0, from.NullableText()),
            TagValueKind.Single => new TagValue(kind, from.Fixed32()),
            TagValueKind.Double or TagValueKind.Duration or TagValueKind.DateTime => new TagValue(kind, (long)from.Fixed64()),
            (TagValueKind)Array => ReadArray(ref from),
            _ => new TagValue(kind, from.Signed()),
        };
    }

    private static void WriteArray(WireWriter to, in TagValue value)
    {
        switch (value.Reference)
        {
            case string?[] texts:
                to.Count(texts.Length);
                foreach (var text in texts)
                    to.Text(text);
                break;
            case bool[] all:
                Raw(to, all);
                break;
            case sbyte[] all when value.Kind == TagValueKind.SByte:
                Raw(to, all);
                break;
            case byte[] all:
                Raw(to, all);
                break;
            case short[] all when value.Kind == TagValueKind.Int16:
                Raw(to, all);
                break;
            case ushort[] all:
                Raw(to, all);
                break;
            case int[] all when value.Kind == TagValueKind.Int32:
                Raw(to, all);
                break;
            case uint[] all:
                Raw(to, all);
                break;
            case long[] all when value.Kind is TagValueKind.Int64 or TagValueKind.DateTime:
                Raw(to, all);
                break;
            case ulong[] all:
                Raw(to, all);
                break;
            case float[] all:
                Raw(to, all);
                break;
            case double[] all:
                Raw(to, all);
                break;
            default:
                throw new NotSupportedException($"No message carries an array of the kind {value.Kind}.");
        }
    }

    private static TagValue ReadArray(ref WireReader from)
    {
        var kind = (TagValueKind)from.Byte();
        object elements = kind switch
        {
            TagValueKind.Boolean => Raw<bool>(ref from),
            TagValueKind.SByte => Raw<sbyte>(ref from),
            TagValueKind.Byte => Raw<byte>(ref from),
            TagValueKind.Int16 => Raw<short>(ref from),
            TagValueKind.UInt16 => Raw<ushort>(ref from),
            TagValueKind.Int32 => Raw<int>(ref from),
            TagValueKind.UInt32 => Raw<uint>(ref from),
            TagValueKind.Int64 or TagValueKind.DateTime => Raw<long>(ref from),
            TagValueKind.UInt64 => Raw<ulong>(ref from),
            TagValueKind.Single => Raw<float>(ref from),
            TagValueKind.Double or TagValueKind.Duration => Raw<double>(ref from),
            TagValueKind.Text => Texts(ref from),
            _ => throw new InvalidDataException($"A message of another node has an array of an unknown kind, {(byte)kind}."),
        };
        return new TagValue(kind, 0, elements, IsArray: true);
    }

    private static void Raw<T>(WireWriter to, T[] elements)
        where T : unmanaged
    {
        to.Count(elements.Length);
        to.Bytes(MemoryMarshal.AsBytes<T>(elements));
    }

    private static T[] Raw<T>(ref WireReader from)
        where T : unmanaged
    {
        var elements = new T[from.Count(Unsafe.SizeOf<T>())];
        from.Bytes(elements.Length * Unsafe.SizeOf<T>()).CopyTo(MemoryMarshal.AsBytes(elements.AsSpan()));
        return elements;
    }

    private static string?[] Texts(ref WireReader from)
    {
        var texts = new string?[from.Count()];
        for (var i = 0; i < texts.Length; i++)
            texts[i] = from.NullableText();
        return texts;
    }
}
