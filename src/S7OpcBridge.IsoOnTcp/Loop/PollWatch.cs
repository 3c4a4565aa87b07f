using System.Runtime.InteropServices;

namespace S7OpcBridge.IsoOnTcp.Loop;

/// <summary>Waits with the system's <c>poll</c> (POSIX.1).</summary>
/// <remarks>Descriptors are used as plain numbers: a <see cref="SystemSocket"/> is closed only on the loop's thread, so never during a wait.</remarks>
internal sealed class PollWatch : SocketWatch
{
    private const short In = 1,
        Out = 4,
        Error = 8,
        HangUp = 16,
        Invalid = 32;

    private Entry[] _entries = Pinned(8);
    private SystemSocket?[] _sockets = new SystemSocket?[8];
    private int _count = 1;

    public PollWatch(WakeSocket wake) => _entries[0] = new Entry { Descriptor = (int)wake.Socket.Handle, Events = In };

    public override void Clear()
    {
        // Releases references to closed connections.
        _sockets.AsSpan(1, _count - 1).Clear();
        _count = 1;
    }

    public override void Add(SystemSocket socket, bool read, bool write)
    {
        if (_count == _entries.Length)
        {
            var more = Pinned(2 * _count);
            _entries.CopyTo(more, 0);
            _entries = more;
            Array.Resize(ref _sockets, 2 * _count);
        }
        _sockets[_count] = socket;
        _entries[_count++] = new Entry
        {
            Descriptor = socket.Descriptor,
            Events = (short)((read ? In : 0) | (write ? Out : 0)),
            Answer = 0,
        };
    }

    public override bool Wait(int milliseconds)
    {
        // poll fails on a signal or for lack of kernel memory: no socket counts as ready, and the loop calls it again.
        // A pinned array stays where it is: passed by its address, the call needs no help of the runtime's.
        if (Poll(Marshal.UnsafeAddrOfPinnedArrayElement(_entries, 0), (nuint)_count, milliseconds) <= 0)
        {
            Clear();
            return false;
        }
        return (_entries[0].Answer & In) != 0;
    }

    public override void Answer()
    {
        const short Broken = Error | HangUp | Invalid;
        for (var i = 1; i < _count; i++)
        {
            if ((_entries[i].Answer & (Out | Broken)) != 0)
                _sockets[i]!.Writable.Ready();
        }
        for (var i = 1; i < _count; i++)
        {
            if ((_entries[i].Answer & (In | Broken)) != 0)
                _sockets[i]!.Readable.Ready();
        }
    }

    // Outside the heap that is compacted: the wait pins them, and a collection could not release the megabytes before a pinned object.
    private static Entry[] Pinned(int count) => GC.AllocateArray<Entry>(count, pinned: true);

    [DllImport("libc", EntryPoint = "poll"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Poll(nint first, nuint count, int milliseconds);

    // The layout of struct pollfd.
    private struct Entry
    {
        public int Descriptor;
        public short Events;
        public short Answer;
    }
}
