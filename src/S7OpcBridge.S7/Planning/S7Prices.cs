using S7OpcBridge.S7.Planning;
using S7OpcBridge.S7.Types;

namespace S7OpcBridge.S7;

/// <summary>
/// What reading costs a CPU family in time. Of plans with equally many requests the cheapest is taken, and cycle times are foretold by it. Field values to
/// start from, not promises: the cycle of the PLC program, its load and what else talks to the CPU decide.
/// </summary>
/// <param name="Pdu">A request and its answer, however short: the round trip and the wait for the CPU's turn.</param>
/// <param name="Byte">A byte of either, with its share of the line: 0.8 µs at 10 Mbit/s, rounded up to 0.1 µs at 100 Mbit/s.</param>
/// <param name="Item">
/// An item beside its bytes, which are 12 to ask and 4 to answer. No field value is known, so every profile has zero; whoever has measured one gets plans
/// with fewer items and more bytes.
/// </param>
public readonly record struct S7Prices(TimeSpan Pdu, TimeSpan Byte, TimeSpan Item = default)
{
    private static readonly TimeSpan FastLine = TimeSpan.FromMicroseconds(0.1), SlowLine = TimeSpan.FromMicroseconds(0.8);

    /// <summary>A soft PLC on the same machine.</summary>
    public static readonly S7Prices Local = new(TimeSpan.FromMilliseconds(1), TimeSpan.Zero);

    /// <summary>A CPU on a line of 100 Mbit/s.</summary>
    /// <param name="pdu">Milliseconds per PDU.</param>
    public static S7Prices Fast(double pdu) => new(TimeSpan.FromMilliseconds(pdu), FastLine);

    /// <summary>A CPU or its communication processor on a line of 10 Mbit/s.</summary>
    /// <param name="pdu">Milliseconds per PDU.</param>
    public static S7Prices Slow(double pdu) => new(TimeSpan.FromMilliseconds(pdu), SlowLine);

    /// <summary>The time of one cycle, alone on the line: the answers come one after the other, however many requests are under way.</summary>
    public TimeSpan CycleOf(ReadPlan plan)
    {
        var time = TimeSpan.Zero;
        foreach (var request in plan.Requests)
            time += Pdu + Of(request.Items.Length, request.RequestBytes + request.ResponseBytes);
        return time;
    }

    /// <summary>The time of items and bytes, without that of their PDUs.</summary>
    internal TimeSpan Of(int items, long bytes) => (Item * items) + (Byte * bytes);

    /// <summary>The narrowest gap in bytes that costs as much to read along as a second item: its 16 bytes and its price in bytes.</summary>
    internal int FairGap
    {
        get
        {
            const int Headers = PduBudget.RequestItem + PduBudget.ResponseItem;
            if (Item <= TimeSpan.Zero)
                return Headers;
            return Byte <= TimeSpan.Zero ? S7TypeFacts.AreaBytes : (int)Math.Min(S7TypeFacts.AreaBytes, Headers + (Item.Ticks / Byte.Ticks));
        }
    }
}
