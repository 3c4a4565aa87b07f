using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Types;

namespace S7OpcBridge.S7;

/// <summary>
/// Time that reading costs a CPU family. Used to select the cheapest of plans with equally many requests, and to predict cycle times. These are typical values
/// and no guarantees: the cycle of the PLC program, its load and other communication partners matter.
/// </summary>
/// <param name="Pdu">Time of a request with its answer, however short: round trip and wait for the CPU.</param>
/// <param name="Byte">Time of a byte in either direction, including transmission: 0.8 µs at 10 Mbit/s, rounded up to 0.1 µs at 100 Mbit/s.</param>
/// <param name="Item">
/// Time of an item in addition to its 12 bytes in the request and 4 in the answer. No field values are known, so every profile has zero; with a measured value,
/// plans have fewer items and more bytes.
/// </param>
public readonly record struct S7Prices(TimeSpan Pdu, TimeSpan Byte, TimeSpan Item = default)
{
    private static readonly TimeSpan FastLine = TimeSpan.FromMicroseconds(0.1),
        SlowLine = TimeSpan.FromMicroseconds(0.8);

    /// <summary>Costs of a soft PLC on the same machine.</summary>
    public static readonly S7Prices Local = new(TimeSpan.FromMilliseconds(1), TimeSpan.Zero);

    /// <summary>Costs of a CPU on a network of 100 Mbit/s.</summary>
    /// <param name="pdu">Milliseconds per PDU.</param>
    public static S7Prices Fast(double pdu) => new(TimeSpan.FromMilliseconds(pdu), FastLine);

    /// <summary>Costs of a CPU or communication processor on a network of 10 Mbit/s.</summary>
    /// <param name="pdu">Milliseconds per PDU.</param>
    public static S7Prices Slow(double pdu) => new(TimeSpan.FromMilliseconds(pdu), SlowLine);

    /// <summary>Predicted time of one cycle without other traffic: answers come one after the other, however many requests are in flight.</summary>
    public TimeSpan CycleOf(ReadPlan plan)
    {
        var time = TimeSpan.Zero;
        foreach (var request in plan.Requests)
            time += Pdu + TimeFor(request.Items.Length, request.RequestBytes + request.ResponseBytes);
        return time;
    }

    /// <summary>Time of items and bytes, without the time per PDU.</summary>
    internal TimeSpan TimeFor(int items, long bytes) => (Item * items) + (Byte * bytes);

    /// <summary>The narrowest gap in bytes whose reading costs as much as a second item: its 16 bytes plus its cost in bytes.</summary>
    internal int FairGap
    {
        get
        {
            const int Headers = PduBudget.RequestItem + PduBudget.ResponseItem;
            if (Item <= TimeSpan.Zero)
                return Headers;
            return Byte <= TimeSpan.Zero
                ? S7TypeFacts.AreaBytes
                : (int)Math.Min(S7TypeFacts.AreaBytes, Headers + (Item.Ticks / Byte.Ticks));
        }
    }
}
