using System.Runtime.InteropServices;

namespace S7OpcBridge.OpcUa.Channel.Transport.Loop;

/// <summary>Linux's epoll in edge-triggered mode: a socket is registered once, and a wait is one call for all sockets.</summary>
internal sealed class Epoll
{
    private const int Most = 256,
        Add = 1,
        CloseOnExec = 0x80000;
    private const uint In = 0x1,
        Out = 0x4,
        Error = 0x8,
        HangUp = 0x10,
        PeerHangUp = 0x2000,
        Edge = 1u << 31;

    // struct epoll_event is packed on x86 and padded elsewhere: events 4 | (padding 4) | data 8.
    private static readonly int DataAt = RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.X86 ? 4 : 8;
    private static readonly int EventSize = DataAt + 8;

    // Outside the heap that is compacted: the wait pins them, and a collection could not release the megabytes before a pinned object.
    private readonly byte[] _events = GC.AllocateArray<byte>(Most * EventSize, pinned: true);
    private readonly int _epoll;

    private Epoll(int epoll) => _epoll = epoll;

    /// <summary>Opens one; null: the system refuses.</summary>
    public static Epoll? TryCreate() => Create(CloseOnExec) is var epoll and >= 0 ? new Epoll(epoll) : null;

    /// <summary>Watches a socket until it is closed; false: the system has no room for one more.</summary>
    /// <param name="socket">Its handle.</param>
    /// <param name="id">Id in its events.</param>
    public bool TryWatch(int socket, long id)
    {
        Span<byte> wanted = stackalloc byte[EventSize];
        wanted.Clear();
        MemoryMarshal.Write(wanted, In | Out | PeerHangUp | Edge);
        MemoryMarshal.Write(wanted[DataAt..], id);
        return Control(_epoll, Add, socket, ref wanted[0]) == 0;
    }

    /// <summary>Waits until something happened to a socket. One thread.</summary>
    /// <returns>How many there are for <see cref="Event"/>; none when a signal interrupted.</returns>
    public int TakeEvents() => Math.Max(0, Wait(_epoll, ref _events[0], Most, -1));

    /// <summary>An event of the last wait.</summary>
    public SocketEvent Event(int index)
    {
        var happened = _events.AsSpan(index * EventSize, EventSize);
        var flags = MemoryMarshal.Read<uint>(happened);
        var isBroken = (flags & (Error | HangUp)) != 0;
        var hasPeerEnded = isBroken || (flags & PeerHangUp) != 0;
        return new SocketEvent(
            MemoryMarshal.Read<long>(happened[DataAt..]),
            hasPeerEnded || (flags & In) != 0,
            isBroken || (flags & Out) != 0,
            hasPeerEnded,
            isBroken
        );
    }

    [DllImport("libc", EntryPoint = "epoll_create1"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Create(int flags);

    [DllImport("libc", EntryPoint = "epoll_ctl"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Control(int epoll, int operation, int socket, ref byte wanted);

    [DllImport("libc", EntryPoint = "epoll_wait"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Wait(int epoll, ref byte events, int most, int milliseconds);
}

/// <summary>What happened to a socket.</summary>
/// <param name="Id">The id of the socket.</param>
/// <param name="IsReadable">There is something to receive.</param>
/// <param name="IsWritable">There is room to send again.</param>
/// <param name="HasPeerEnded">The peer sends no more, but may still receive. A receive does not wait any more.</param>
/// <param name="IsBroken">The connection is broken in both directions.</param>
internal readonly record struct SocketEvent(long Id, bool IsReadable, bool IsWritable, bool HasPeerEnded, bool IsBroken);
