using System.Net.Sockets;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// Stands before a PLC and looks who reads it. One node at a time may: once a newer connection has read, an older one must never read again. What does is
/// counted, whichever process it comes from.
/// </summary>
internal sealed class PlcGate(int target) : LoopbackRelay(target)
{
    // TPKT, COTP data, S7 header: the function of a job is its first parameter.
    private const int FunctionAt = 17,
        JobAt = 8;
    private const byte Job = 1,
        ReadVar = 4,
        WriteVar = 5;

    private readonly Lock _gate = new();
    private int _newest = -1;
    private long _reads,
        _writes,
        _second;
    private double _longest;

    /// <summary>Jobs that read.</summary>
    public long Reads => Interlocked.Read(ref _reads);

    /// <summary>Jobs that wrote.</summary>
    public long Writes => Interlocked.Read(ref _writes);

    /// <summary>Jobs of a connection that came after a newer connection had read: of a second owner.</summary>
    public long OfSecondOwner => Interlocked.Read(ref _second);

    /// <summary>The first of these, for a failing test; null: there was none.</summary>
    public string? First { get; private set; }

    /// <summary>When a job last read (of <see cref="TimeProvider.GetTimestamp"/>).</summary>
    public long LastRead { get; private set; }

    /// <summary>The longest time between two reads since the last call, in seconds.</summary>
    public double TakeLongestGap()
    {
        lock (_gate)
        {
            var gap = Math.Max(_longest, TimeProvider.System.GetElapsedTime(LastRead).TotalSeconds);
            _longest = 0;
            return gap;
        }
    }

    protected override async Task PassAsync(Socket from, Socket to, int connection, bool fromClient, CancellationToken cancellationToken)
    {
        var buffer = new byte[64 * 1024];
        for (int filled = 0, count; (count = await from.ReceiveAsync(buffer.AsMemory(filled), cancellationToken)) > 0; )
        {
            filled += count;
            var done = fromClient ? Look(buffer.AsSpan(0, filled), connection) : filled;
            await to.SendAsync(buffer.AsMemory(0, done), cancellationToken);
            buffer.AsSpan(done, filled - done).CopyTo(buffer);
            filled -= done;
        }
    }

    /// <summary>Looks at the complete frames; returns their length.</summary>
    private int Look(ReadOnlySpan<byte> bytes, int connection)
    {
        var done = 0;
        while (bytes.Length - done >= 4 && (bytes[done + 2] << 8 | bytes[done + 3]) is var length && length <= bytes.Length - done)
        {
            var frame = bytes.Slice(done, length);
            if (frame.Length > FunctionAt && frame[JobAt] == Job && frame[FunctionAt] is ReadVar or WriteVar)
                Count(frame[FunctionAt], connection);
            done += length;
        }

        return done;
    }

    private void Count(byte function, int connection)
    {
        lock (_gate)
        {
            if (function == WriteVar)
                _writes++;
            else
                _reads++;
            if (connection < _newest)
            {
                _second++;
                First ??= $"{TimeProvider.System.GetUtcNow():HH:mm:ss.fff}: connection {connection} after {_newest}";
            }
            _newest = Math.Max(_newest, connection);
            var now = TimeProvider.System.GetTimestamp();
            if (LastRead != 0)
                _longest = Math.Max(_longest, TimeProvider.System.GetElapsedTime(LastRead, now).TotalSeconds);
            LastRead = now;
        }
    }
}
