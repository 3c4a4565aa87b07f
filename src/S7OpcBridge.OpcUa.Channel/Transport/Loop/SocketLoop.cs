using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net.Sockets;

namespace S7OpcBridge.OpcUa.Channel.Transport.Loop;

/// <summary>
/// One thread that waits for the sockets of all clients and answers brief requests on the spot. A small request costs one wait, one receive and one send; the
/// runtime's own way wakes its event thread, then a pool thread, and tries one more receive (docs/internals/measurements.md).
/// Requests that are not brief go to the thread pool (<see cref="PoolYield"/>), because they would keep all other clients waiting.
/// </summary>
/// <remarks>On Linux only. Elsewhere the runtime waits, and everything runs on the thread pool.</remarks>
internal sealed class SocketLoop
{
    private static readonly Lazy<SocketLoop?> Only = new(static () => OperatingSystem.IsLinux() ? Begin() : null);

    [ThreadStatic]
    private static bool _isHere;

    private readonly ConcurrentDictionary<long, ClientSocket> _sockets = new();
    private readonly Epoll _epoll;
    private long _rounds,
        _lastId;
    private bool _isAwake;

    private SocketLoop(Epoll epoll) => _epoll = epoll;

    /// <summary>The loop of this process; its thread starts with the first use and ends with the process. Null: this system has none.</summary>
    public static SocketLoop? Shared => Only.Value;

    /// <summary>Rounds that the loop has made. Any thread.</summary>
    public long Rounds => Volatile.Read(ref _rounds);

    /// <summary>True while it handles events. Any thread.</summary>
    public bool IsAwake => Volatile.Read(ref _isAwake);

    /// <summary>True on the loop's thread, where nothing may take long.</summary>
    public static bool IsHere => _isHere;

    /// <summary>Watches a socket and passes its events to it.</summary>
    /// <returns>The id for <see cref="Remove"/>.</returns>
    /// <exception cref="SocketException">The system has no room for one more.</exception>
    public long Add(Socket system, ClientSocket socket)
    {
        // A number of its own, because the system's handle may belong to a newer socket when the event is handled.
        var id = Interlocked.Increment(ref _lastId);
        _sockets[id] = socket;
        if (_epoll.TryWatch((int)system.SafeHandle.DangerousGetHandle(), id))
            return id;
        Remove(id);
        throw new SocketException((int)SocketError.NoBufferSpaceAvailable);
    }

    /// <summary>Stops passing events to a socket; the system stops watching it when it is closed.</summary>
    public void Remove(long id) => _sockets.TryRemove(id, out _);

    private static SocketLoop? Begin()
    {
        if (Epoll.TryCreate() is not { } epoll)
            return null;
        var loop = new SocketLoop(epoll);
        new Thread(loop.Run) { IsBackground = true, Name = "OPC UA loop" }.UnsafeStart();
        return loop;
    }

    private void Run()
    {
        _isHere = true;
        while (true)
        {
            Volatile.Write(ref _isAwake, false);
            var count = _epoll.TakeEvents();
            Volatile.Write(ref _isAwake, true);
            Volatile.Write(ref _rounds, _rounds + 1);
            var before = Stopwatch.GetTimestamp();
            for (var i = 0; i < count; i++)
            {
                var happened = _epoll.Event(i);
                if (!_sockets.TryGetValue(happened.Id, out var socket))
                    continue; // closed meanwhile
                socket.Handle(happened);
                var now = Stopwatch.GetTimestamp();
                socket.Charge(now - before);
                before = now;
            }
        }
    }
}
