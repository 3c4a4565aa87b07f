using System.Buffers.Binary;
using S7OpcBridge.S7.CpuEvents;
using S7OpcBridge.S7.Services;

namespace S7OpcBridge.S7;

/// <summary>
/// An entry of the diagnostics buffer (SZL 00A0), 20 bytes: <c>event2 priority1 ob1 dataId2 info2 info4 time8</c> (Siemens, "System Software for S7-300/400",
/// chapter on SZLs).
/// </summary>
/// <param name="EventId">Class, kind, coming or going, and number of the event.</param>
/// <param name="Priority">Priority class, or FF.</param>
/// <param name="Ob">Number of the organisation block, where the event belongs to one.</param>
/// <param name="DataId">Layout of the additional information.</param>
/// <param name="Info1">Additional information; for starts of the CPU the event id of the last STOP.</param>
/// <param name="Info2">Additional information.</param>
/// <param name="Time">By the CPU's clock; null where it is no date.</param>
public sealed record S7DiagnosticEntry(ushort EventId, byte Priority, byte Ob, ushort DataId, ushort Info1, uint Info2, DateTime? Time)
{
    internal const int Length = 20;
    private const int TimeOffset = 12;

    /// <summary>True where the event says that something begins, false where it ends.</summary>
    public bool IsComing => (EventId & 0x0100) != 0;

    /// <summary>The entry in a sentence.</summary>
    public string Words => S7EventWords.Of(EventId);

    /// <exception cref="S7ProtocolException">Shorter than an entry.</exception>
    internal static S7DiagnosticEntry Read(ReadOnlySpan<byte> entry) =>
        entry.Length < Length
            ? throw new S7ProtocolException($"Broken entry of the diagnostics buffer: {entry.Length} bytes instead of {Length}.")
            : new S7DiagnosticEntry(
                BinaryPrimitives.ReadUInt16BigEndian(entry),
                entry[2],
                entry[3],
                BinaryPrimitives.ReadUInt16BigEndian(entry[4..]),
                BinaryPrimitives.ReadUInt16BigEndian(entry[6..]),
                BinaryPrimitives.ReadUInt32BigEndian(entry[8..]),
                EventTime.Read(entry[TimeOffset..])
            );

    internal static IReadOnlyList<S7DiagnosticEntry> ReadAll(S7SystemList list)
    {
        var entries = new S7DiagnosticEntry[list.Count];
        for (var i = 0; i < entries.Length; i++)
            entries[i] = Read(list[i]);
        return entries;
    }
}
