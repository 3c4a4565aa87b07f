using System.Buffers.Binary;
using System.Diagnostics;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// The least that notifications could cost: a loop that writes their 26 bytes from flat arrays, without a table, a filter, a queue or a message around them.
/// </summary>
internal static class EncodingFloor
{
    private const int Notifications = 1000, Length = 26, Sessions = 10, Rounds = 100, Repeats = 10;

    /// <summary>Time per notification from the variable table to the encoded message, as a multiple of that loop's in the same run.</summary>
    public static Task<double?> RatioAsync()
    {
        var path = new PublishPath { Sessions = Sessions };
        path.Setup();
        var (handles, values, times, bytes) = (new uint[Notifications], new int[Notifications], new long[Notifications], new byte[Notifications * Length]);
        // A busy machine makes either slower at times, never faster: the best of many rounds repeats.
        var fastest = (Floor: double.MaxValue, Path: double.MaxValue);
        for (var round = 0; round < Rounds; round++)
        {
            var start = Stopwatch.GetTimestamp();
            for (var i = 0; i < Sessions * Repeats; i++)
                Write(handles, values, times, bytes);
            var floor = Stopwatch.GetElapsedTime(start);
            start = Stopwatch.GetTimestamp();
            for (var i = 0; i < Repeats; i++)
                path.ChangeToMessage();
            var whole = Stopwatch.GetElapsedTime(start);
            fastest = (Math.Min(fastest.Floor, floor.TotalNanoseconds), Math.Min(fastest.Path, whole.TotalNanoseconds));
        }
        const double All = Notifications * Sessions * Repeats;
        Console.WriteLine(FormattableString.Invariant($"     per notification at best: {fastest.Path / All:0.0} ns, the bare loop {fastest.Floor / All:0.0} ns"));
        return Task.FromResult<double?>(fastest.Path / fastest.Floor);
    }

    private static void Write(uint[] handles, int[] values, long[] times, byte[] bytes)
    {
        for (var i = 0; i < handles.Length; i++)
        {
            var at = bytes.AsSpan(i * Length, Length);
            BinaryPrimitives.WriteUInt32LittleEndian(at, handles[i]);
            at[4] = 13;
            at[5] = 6;
            BinaryPrimitives.WriteInt32LittleEndian(at[6..], values[i]);
            BinaryPrimitives.WriteInt64LittleEndian(at[10..], times[i]);
            BinaryPrimitives.WriteInt64LittleEndian(at[18..], times[i]);
        }
    }
}
