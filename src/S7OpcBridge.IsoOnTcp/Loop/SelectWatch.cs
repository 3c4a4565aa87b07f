using System.Net.Sockets;

namespace S7OpcBridge.IsoOnTcp.Loop;

/// <summary>Waits with the runtime's <c>Socket.Select</c>, which is available on every system.</summary>
internal sealed class SelectWatch(WakeSocket wake) : SocketWatch
{
    private readonly List<Socket> _readable = [],
        _writable = [];

    public override void Clear()
    {
        _readable.Clear();
        _writable.Clear();
        _readable.Add(wake.Socket);
    }

    public override void Add(SystemSocket socket, bool read, bool write)
    {
        if (read)
            _readable.Add(socket.Handle);
        if (write)
            _writable.Add(socket.Handle);
    }

    public override bool Wait(int milliseconds)
    {
        try
        {
            Socket.Select(_readable, _writable.Count == 0 ? null : _writable, null, 1000 * milliseconds);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // A socket was closed meanwhile; the next round does not include it.
            _readable.Clear();
            _writable.Clear();
        }
        // It was added first, so it is the first of the list where it is readable.
        if (_readable.Count == 0 || _readable[0] != wake.Socket)
            return false;
        _readable.RemoveAt(0);
        return true;
    }

    public override void Answer()
    {
        foreach (var socket in _writable)
            ((SystemSocket.OwnedSocket)socket).Owner.Writable.Ready();
        foreach (var socket in _readable)
            ((SystemSocket.OwnedSocket)socket).Owner.Readable.Ready();
    }
}
