using System.Buffers.Binary;

namespace S7OpcBridge.S7;

/// <summary>How many blocks of one kind a CPU has (userdata group 3, function 1).</summary>
/// <param name="Type">The kind.</param>
/// <param name="Count">Number of blocks.</param>
public readonly record struct S7BlockCount(S7BlockType Type, int Count)
{
    private const int EntryLength = 4;

    /// <summary>Per kind <c>30 kind1 count2</c>.</summary>
    internal static S7BlockCount[] Parse(ReadOnlySpan<byte> payload)
    {
        var counts = new List<S7BlockCount>();
        for (; payload.Length >= EntryLength; payload = payload[EntryLength..])
        {
            var count = BinaryPrimitives.ReadUInt16BigEndian(payload[2..]);
            if (count > 0 && Enum.IsDefined((S7BlockType)payload[1]))
                counts.Add(new S7BlockCount((S7BlockType)payload[1], count));
        }
        return [.. counts];
    }

    /// <summary>The list of blocks of one kind (function 2): per block <c>number2 flags1 language1</c>.</summary>
    internal static int[] ParseNumbers(ReadOnlySpan<byte> payload)
    {
        var numbers = new SortedSet<int>();
        for (; payload.Length >= EntryLength; payload = payload[EntryLength..])
            numbers.Add(BinaryPrimitives.ReadUInt16BigEndian(payload));
        return [.. numbers];
    }
}
