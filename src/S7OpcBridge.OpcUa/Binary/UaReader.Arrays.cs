using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace S7OpcBridge.OpcUa;

public ref partial struct UaReader
{
    private delegate T Element<T>(ref UaReader reader);

    /// <summary>A count and elements of a built-in type, in the array type of <see cref="Variant"/>; null where the count is negative.</summary>
    public Array? ReadArray(BuiltInType type) =>
        type switch
        {
            BuiltInType.Boolean => ReadBooleans(),
            BuiltInType.SByte => ReadNumbers<sbyte>(),
            BuiltInType.Byte => ReadNumbers<byte>(),
            BuiltInType.Int16 => ReadNumbers<short>(),
            BuiltInType.UInt16 => ReadNumbers<ushort>(),
            BuiltInType.Int32 => ReadNumbers<int>(),
            BuiltInType.UInt32 or BuiltInType.StatusCode => ReadNumbers<uint>(),
            BuiltInType.Int64 => ReadNumbers<long>(),
            BuiltInType.UInt64 => ReadNumbers<ulong>(),
            BuiltInType.Float => ReadNumbers<float>(),
            BuiltInType.Double => ReadNumbers<double>(),
            BuiltInType.String or BuiltInType.XmlElement => ReadElements(4, static (ref UaReader r) => r.ReadString()),
            BuiltInType.DateTime => ReadElements(8, static (ref UaReader r) => r.ReadDateTime()),
            BuiltInType.Guid => ReadElements(16, static (ref UaReader r) => r.ReadGuid()),
            BuiltInType.ByteString => ReadElements(4, static (ref UaReader r) => r.ReadByteString()),
            BuiltInType.NodeId => ReadElements(2, static (ref UaReader r) => r.ReadNodeId()),
            BuiltInType.ExpandedNodeId => ReadElements(2, static (ref UaReader r) => r.ReadExpandedNodeId()),
            BuiltInType.QualifiedName => ReadElements(6, static (ref UaReader r) => r.ReadQualifiedName()),
            BuiltInType.LocalizedText => ReadElements(1, static (ref UaReader r) => r.ReadLocalizedText()),
            BuiltInType.ExtensionObject => ReadElements(3, static (ref UaReader r) => r.ReadExtensionObject()),
            BuiltInType.DataValue => ReadElements(1, static (ref UaReader r) => r.ReadDataValue()),
            BuiltInType.Variant => ReadElements(1, static (ref UaReader r) => r.ReadVariant()),
            BuiltInType.DiagnosticInfo => ReadElements(1, static (ref UaReader r) => r.ReadDiagnosticInfo()),
            _ => null,
        };

    /// <summary>An array in a message, empty where the count is negative; <typeparamref name="T"/> is the element type in <see cref="Variant"/>.</summary>
    public T[] ReadArrayOf<T>(BuiltInType type) => (T[]?)ReadArray(type) ?? [];

    /// <summary>A count and structures; empty where the count is negative, since services do not distinguish the two.</summary>
    public T[] ReadStructures<T>()
        where T : IUaStructure<T>
    {
        var length = ReadArrayLength(T.MinEncodedSize);
        if (length <= 0)
            return [];
        Count(SizeOf<T>() * length);
        var structures = new T[length];
        _owed += length * T.MinEncodedSize;
        for (var i = 0; i < length; i++)
        {
            _owed -= T.MinEncodedSize;
            structures[i] = T.Decode(ref this);
        }

        return structures;
    }

    /// <summary>A count and numbers (or status codes), copied in one go; null where the count is negative.</summary>
    public T[]? ReadNumbers<T>()
        where T : unmanaged
    {
        var length = ReadArrayLength(Unsafe.SizeOf<T>());
        if (length < 0)
            return null;
        Count(SizeOf<T>() * length);
        return MemoryMarshal.Cast<byte, T>(TakeBytes(length * Unsafe.SizeOf<T>())).ToArray();
    }

    // An element that is an object takes about so much beside its place in the array; strings count themselves.
    private static long SizeOf<T>() =>
        Unsafe.SizeOf<T>() + (typeof(T).IsValueType || typeof(T) == typeof(string) || typeof(T) == typeof(byte[]) ? 0 : 128);

    // Not copied: a bool must be 0 or 1 in memory, on the wire it may be any byte.
    private bool[]? ReadBooleans() => ReadElements(1, static (ref UaReader r) => r.ReadBoolean());

    /// <summary>
    /// Keeps room for the elements that follow, so that an array inside an element cannot claim their bytes: otherwise nested arrays, each as long as the
    /// rest of the message, would allocate the message's size once per level.
    /// </summary>
    private T[]? ReadElements<T>(int minElementSize, Element<T> read)
    {
        var length = ReadArrayLength(minElementSize);
        if (length < 0)
            return null;
        Count(SizeOf<T>() * length);
        var elements = length == 0 ? [] : new T[length];
        _owed += length * minElementSize;
        for (var i = 0; i < length; i++)
        {
            _owed -= minElementSize;
            elements[i] = read(ref this);
        }

        return elements;
    }
}
