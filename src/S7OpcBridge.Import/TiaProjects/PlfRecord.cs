using System.Buffers.Binary;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>A structure in a value of an object: its size, its elements, and behind them what they point to. Offsets count from the size on.</summary>
/// <param name="store">Knows the types and the frame.</param>
/// <param name="bytes">The structure, from its size on.</param>
/// <param name="type">Full name of its type.</param>
internal sealed class PlfRecord(PlfStore store, ReadOnlyMemory<byte> bytes, string type)
{
    // A list of links of the largest HMIs has some ten thousand.
    private const int MostElements = 1_000_000;

    /// <summary>A whole number; null where it is not stored.</summary>
    public long? Whole(string element) =>
        Find(element) is { } place && place.Field.Kind <= PlfKind.LWord && place.Offset + place.Field.Size <= bytes.Length
            ? PlfValues.Whole(bytes.Span[place.Offset..], place.Field.Kind)
            : null;

    /// <summary>A text; empty where it is not stored.</summary>
    public string Text(string element) =>
        Find(element) is { Field.Kind: PlfKind.Text } place && Pointer(place) is > 0 and var at ? PlfValues.Text(bytes.Span, at) : "";

    /// <summary>A structure inside; null where it is not stored.</summary>
    public PlfRecord? Inner(string element) =>
        Find(element) is { Field.Kind: PlfKind.Structure } place && Pointer(place) is > 0 and var at
            ? At(store, bytes, at, place.Field.Type)
            : null;

    /// <summary>The structures of an array: its size, their number, their offsets.</summary>
    /// <param name="store">Knows the types.</param>
    /// <param name="segment">What the array lies in.</param>
    /// <param name="at">Where its size is.</param>
    /// <param name="type">Full name of the array's type.</param>
    public static IReadOnlyList<PlfRecord> ArrayAt(PlfStore store, ReadOnlyMemory<byte> segment, int at, string type)
    {
        if (at <= 0 || at + 8 > segment.Length || !store.Model.Arrays.TryGetValue(type, out var element))
            return [];
        var space = type[..Math.Max(0, type.LastIndexOf('.'))];
        if (store.Model.FieldOf(space, element) is not { Kind: PlfKind.Structure } field)
            return [];
        var array = segment[at..];
        var count = BinaryPrimitives.ReadUInt32LittleEndian(array.Span[4..]);
        if (count > (array.Length - 8) / 4 || count > MostElements)
            return [];
        var records = new List<PlfRecord>((int)count);
        for (var i = 0; i < (int)count; i++)
        {
            var offset = BinaryPrimitives.ReadUInt32LittleEndian(array.Span[(8 + (4 * i))..]);
            if (offset < array.Length && At(store, array, (int)offset, field.Type) is { } record)
                records.Add(record);
        }
        return records;
    }

    private static PlfRecord? At(PlfStore store, ReadOnlyMemory<byte> around, int at, string type)
    {
        if (at + 4 > around.Length)
            return null;
        var rest = around[at..];
        var size = store.File.IsOld
            ? BinaryPrimitives.ReadUInt16LittleEndian(rest.Span)
            : BinaryPrimitives.ReadUInt32LittleEndian(rest.Span);
        return size <= rest.Length ? new PlfRecord(store, rest[..(int)size], type) : null;
    }

    private PlfPlace? Find(string element)
    {
        if (!store.Model.Structures.TryGetValue(type, out var structure))
            return null;
        var offset = store.File.IsOld ? 2 : 4;
        foreach (var (name, kind) in structure.Elements)
        {
            var field = store.Model.FieldOf(structure.Space, kind);
            if (name == element)
                return new PlfPlace(0, offset, field);
            offset += field.Size;
        }
        return null;
    }

    private int Pointer(PlfPlace place) =>
        place.Offset + 4 <= bytes.Length
        && BinaryPrimitives.ReadUInt32LittleEndian(bytes.Span[place.Offset..]) is var at
        && at < bytes.Length
            ? (int)at
            : 0;
}
