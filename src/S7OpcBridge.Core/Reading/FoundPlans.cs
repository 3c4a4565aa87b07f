using System.Buffers.Binary;
using System.Security.Cryptography;
using S7OpcBridge.Core.Links;

namespace S7OpcBridge.Core.Reading;

/// <summary>
/// What the long search for read plans of a PLC found last, so that it is not repeated on the next connection, and the time that it may still take. Any thread.
/// </summary>
internal sealed class FoundPlans
{
    /// <summary>Most time that the searches for the plans of one map may take.</summary>
    private static readonly TimeSpan MostTime = TimeSpan.FromMinutes(1);

    private long _leftTicks = MostTime.Ticks;
    private Found? _last;

    /// <summary>Time that is left for searches.</summary>
    public TimeSpan Left => TimeSpan.FromTicks(Math.Max(0, Interlocked.Read(ref _leftTicks)));

    /// <summary>Called by a reload: the new map has a minute of its own.</summary>
    public void Renew() => Interlocked.Exchange(ref _leftTicks, MostTime.Ticks);

    public void Spend(TimeSpan time) => Interlocked.Add(ref _leftTicks, -time.Ticks);

    /// <summary>True: the search for these tags is finished. It found these plans; null: none better than the first ones.</summary>
    public bool TryGet(LinkPlanner planner, byte[] key, out ScanPlan[]? plans)
    {
        plans = null;
        if (Volatile.Read(ref _last) is not { } last || last.Planner != planner || !last.Key.AsSpan().SequenceEqual(key))
            return false;
        plans = last.Plans is null ? null : Array.ConvertAll(last.Plans, plan => plan.Again());
        return true;
    }

    public void Remember(LinkPlanner planner, byte[] key, ScanPlan[]? plans) => Volatile.Write(ref _last, new Found(planner, key, plans));

    /// <summary>A hash of everything that a plan depends on, besides the planner. Kept instead of the slots, of which there may be a million.</summary>
    public static byte[] KeyOf(ClassSpan[] spans, TagSlot[] slots)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        Span<byte> bytes = stackalloc byte[32];
        foreach (var span in spans)
        {
            BinaryPrimitives.WriteInt64LittleEndian(bytes, span.Scan.Interval.Ticks);
            BinaryPrimitives.WriteInt32LittleEndian(bytes[8..], (int)span.Scan.Mode);
            BinaryPrimitives.WriteInt32LittleEndian(bytes[12..], span.First);
            BinaryPrimitives.WriteInt32LittleEndian(bytes[16..], span.Count);
            hash.AppendData(bytes[..20]);
        }
        foreach (ref readonly var slot in slots.AsSpan())
        {
            BinaryPrimitives.WriteInt32LittleEndian(bytes, slot.Tag);
            BinaryPrimitives.WriteInt32LittleEndian(bytes[4..], ((int)slot.Range.Area << 16) | slot.Range.Db);
            BinaryPrimitives.WriteInt32LittleEndian(bytes[8..], slot.Range.Start);
            BinaryPrimitives.WriteInt32LittleEndian(bytes[12..], slot.Range.Length);
            BinaryPrimitives.WriteInt32LittleEndian(bytes[16..], slot.Element);
            BinaryPrimitives.WriteInt32LittleEndian(bytes[20..], slot.Snapshot);
            BinaryPrimitives.WriteInt32LittleEndian(bytes[24..], (int)slot.Care);
            bytes[28] = (byte)((slot.Suspect ? 1 : 0) | (slot.Refused ? 2 : 0) | (slot.Held ? 4 : 0) | (slot.EveryScan ? 8 : 0));
            hash.AppendData(bytes[..29]);
        }
        return hash.GetHashAndReset();
    }

    private sealed record Found(LinkPlanner Planner, byte[] Key, ScanPlan[]? Plans);
}
