using System.Buffers.Binary;
using System.Diagnostics;
using System.Numerics;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// The least that notifications could cost: a loop over flat arrays that compares a value with the one before, keeps it and sets a bit, and a second one that
/// walks the bits and writes the bytes of each notification, status and times by a mask. Without a table, a lock, a queue or a message around them.
/// Each session has arrays of its own, as its items are. A loop that only stores bytes would be no measure: processors differ in how much faster they
/// are at bare stores than at comparing and branching, by a third between two machines.
/// </summary>
internal static class EncodingFloor
{
    private const int Notifications = 1000,
        Sessions = 10,
        Rounds = 100,
        Repeats = 10;

    /// <summary>Time per notification from the variable table to the encoded message, as a multiple of those loops' in the same run.</summary>
    public static Task<double?> RatioAsync()
    {
        var path = new PublishPath { Sessions = Sessions };
        path.Setup();
        var sessions = Enumerable.Range(0, Sessions).Select(_ => new FlatSession(Notifications)).ToArray();
        var (values, times, bytes) = (new long[Notifications], new long[Notifications], new byte[Notifications * FlatSession.MostBytes]);
        // A busy machine makes either slower at times, never faster: the best of many rounds repeats.
        var fastest = (Floor: double.MaxValue, Path: double.MaxValue);
        for (var round = 0; round < Rounds; round++)
        {
            var start = Stopwatch.GetTimestamp();
            for (var i = 1; i <= Repeats; i++)
            {
                values.AsSpan().Fill(round * Repeats + i);
                times.AsSpan().Fill(round * Repeats + i);
                foreach (var session in sessions)
                {
                    session.Take(values, times);
                    session.Write(bytes);
                }
            }

            var floor = Stopwatch.GetElapsedTime(start);
            start = Stopwatch.GetTimestamp();
            for (var i = 0; i < Repeats; i++)
                path.ChangeToMessage();
            var whole = Stopwatch.GetElapsedTime(start);
            fastest = (Math.Min(fastest.Floor, floor.TotalNanoseconds), Math.Min(fastest.Path, whole.TotalNanoseconds));
        }
        const double All = Notifications * Sessions * Repeats;
        Console.WriteLine(
            FormattableString.Invariant(
                $"     per notification at best: {fastest.Path / All:0.0} ns, the bare loops {fastest.Floor / All:0.0} ns"
            )
        );
        return Task.FromResult<double?>(fastest.Path / fastest.Floor);
    }

    private sealed class FlatSession(int count)
    {
        public const int MostBytes = 34;

        private readonly uint[] _handles = new uint[count],
            _status = new uint[count];
        private readonly long[] _values = new long[count],
            _source = new long[count],
            _server = new long[count];
        private readonly ulong[] _pending = new ulong[(count + 63) / 64];

        public void Take(long[] values, long[] times)
        {
            for (var i = 0; i < _values.Length; i++)
            {
                if (_values[i] == values[i])
                    continue;
                _values[i] = values[i];
                _source[i] = times[i];
                _server[i] = times[i];
                _pending[i >> 6] |= 1ul << i;
            }
        }

        public int Write(byte[] bytes)
        {
            var used = 0;
            for (var word = 0; word < _pending.Length; word++)
            {
                for (var rest = _pending[word]; rest != 0; rest &= rest - 1)
                    used += Write(bytes.AsSpan(used, MostBytes), (word << 6) + BitOperations.TrailingZeroCount(rest));
                _pending[word] = 0;
            }

            return used;
        }

        private int Write(Span<byte> bytes, int item)
        {
            var (mask, length) = (1, 10);
            BinaryPrimitives.WriteUInt32LittleEndian(bytes, _handles[item]);
            bytes[5] = 6;
            BinaryPrimitives.WriteInt32LittleEndian(bytes[6..], (int)_values[item]);
            if (_status[item] != 0)
            {
                mask |= 2;
                BinaryPrimitives.WriteUInt32LittleEndian(bytes[length..], _status[item]);
                length += 4;
            }

            if (_source[item] > 0)
            {
                mask |= 4;
                BinaryPrimitives.WriteInt64LittleEndian(bytes[length..], _source[item]);
                length += 8;
            }

            if (_server[item] > 0)
            {
                mask |= 8;
                BinaryPrimitives.WriteInt64LittleEndian(bytes[length..], _server[item]);
                length += 8;
            }

            bytes[4] = (byte)mask;
            return length;
        }
    }
}
