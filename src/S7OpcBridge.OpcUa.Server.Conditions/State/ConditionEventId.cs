using System.Buffers.Binary;

namespace S7OpcBridge.OpcUa.Server.Conditions.State;

/// <summary>
/// The EventIds of conditions: 8 bytes number of the event, 8 bytes check over number and condition. So an id tells its event without a table, and is the same
/// after a restart.
/// </summary>
internal static class ConditionEventId
{
    private const int Length = 16;
    private const ulong Step = 0xD6E8FEB86659FD93,
        Last = 0xA0761D6478BD642F;

    /// <summary>The EventId of an event.</summary>
    /// <param name="key">Number of the condition, made from its id.</param>
    /// <param name="number">Number of the event.</param>
    public static byte[] Create(ulong key, long number)
    {
        var id = new byte[Length];
        BinaryPrimitives.WriteInt64BigEndian(id, number);
        BinaryPrimitives.WriteUInt64BigEndian(id.AsSpan(sizeof(long)), Check(key, number));
        return id;
    }

    /// <summary>The number of the condition's event with that EventId; 0: it has none.</summary>
    public static long NumberOf(ulong key, ReadOnlySpan<byte> id)
    {
        if (id.Length != Length)
            return 0;
        var number = BinaryPrimitives.ReadInt64BigEndian(id);
        return number > 0 && BinaryPrimitives.ReadUInt64BigEndian(id[sizeof(long)..]) == Check(key, number) ? number : 0;
    }

    /// <summary>The number of a condition, made from its id and a text that other servers do not have.</summary>
    public static ulong KeyOf(ulong server, ReadOnlySpan<byte> id)
    {
        var key = server ^ (ulong)id.Length;
        for (; id.Length >= sizeof(ulong); id = id[sizeof(ulong)..])
            key = Mix(key ^ BinaryPrimitives.ReadUInt64LittleEndian(id), Step);
        foreach (var b in id)
            key = Mix(key ^ b, Last);
        return key;
    }

    private static ulong Check(ulong key, long number) => Mix(Mix(key ^ (ulong)number, Step) ^ key, Last);

    private static ulong Mix(ulong a, ulong b)
    {
        var high = Math.BigMul(a, b, out var low);
        return high ^ low;
    }
}
