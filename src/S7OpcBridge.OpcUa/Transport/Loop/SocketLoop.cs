using System.Collections.Concurrent;
using System.Diagnostics;

namespace S7OpcBridge.OpcUa;

/// <summary>
/// One thread that waits for the sockets of all clients and answers brief requests on the spot. A small request so costs one wait, one receive and one send; the
/// runtime's own way wakes its event thread, then one of the pool, and tries one more receive in vain (docs/performance.md, "Read service").
/// Whatever is not brief leaves by <see cref="PoolHop"/>, for it would keep all other clients waiting.
/// </summary>
/// <remarks>Only Linux has it. Elsewhere the runtime waits, and everything runs on the pool.</remarks>
internal sealed class SocketLoop
{
    /// <summary>Who keeps the loop for longer than this, in ticks of the clock, is answered on the pool for a while.</summary>
    private static readonly long Brief = Stopwatch.Frequency / 1000;

    private static readonly Lazy<SocketLoop?> Only = new(static () => OperatingSystem.IsLinux() ? Begin() : null);

    [ThreadStatic]
    private static bool _isHere;

    private readonly Epoll _epoll = new();
    private readonly ConcurrentDictionary<int, ClientSocket> _sockets = new();

    private SocketLoop()
    {
    }

    /// <summary>The loop of this process; its thread starts with the first use and ends with the process. Null: this system has none.</summary>
    public static SocketLoop? Shared => Only.Value;

    /// <summary>True on the loop's thread, where nothing may take long.</summary>
    public static bool IsHere => _isHere;

    /// <summary>Tells a socket from now on what happens to it.</summary>
    public void Add(int handle, ClientSocket socket)
    {
        _sockets[handle] = socket;
        _epoll.Watch(handle);
    }

    /// <summary>Before the socket is closed: its handle may be another's right after.</summary>
    public void Remove(int handle, ClientSocket socket) => _sockets.TryRemove(new KeyValuePair<int, ClientSocket>(handle, socket));

    private static SocketLoop Begin()
    {
        var loop = new SocketLoop();
        new Thread(loop.Run) { IsBackground = true, Name = "OPC UA loop" }.UnsafeStart();
        return loop;
    }

    private void Run()
    {
        _isHere = true;
        while (true)
        {
            var count = _epoll.Wait();
            var before = Stopwatch.GetTimestamp();
            for (var i = 0; i < count; i++)
            {
                var happened = _epoll.Event(i);
                // One that was closed meanwhile is not there; that of a successor with the same handle tries in vain, once.
                if (!_sockets.TryGetValue(happened.Socket, out var socket))
                    continue;
                socket.Take(happened);
                var now = Stopwatch.GetTimestamp();
                if (now - before > Brief)
                    socket.KeepOff();
                before = now;
            }
        }
    }
}
