using System.Net.Sockets;
using System.Text;

namespace S7OpcBridge.Testing;

/// <summary>systemd's end of sd_notify: a datagram socket that a service reports to.</summary>
public sealed class NotifySocket : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
    private readonly byte[] _buffer = new byte[4096];

    /// <summary>Listens.</summary>
    /// <param name="address">As it stands in NOTIFY_SOCKET: a path, or '@' and an abstract name.</param>
    public NotifySocket(string address)
    {
        Address = address;
        _socket.Bind(new UnixDomainSocketEndPoint(address[0] == '@' ? $"\0{address[1..]}" : address));
    }

    /// <summary>What NOTIFY_SOCKET says.</summary>
    public string Address { get; }

    /// <summary>The next datagram.</summary>
    public async Task<string> NextAsync(CancellationToken cancellationToken) =>
        Encoding.UTF8.GetString(_buffer, 0, await _socket.ReceiveAsync(_buffer, SocketFlags.None, cancellationToken));

    /// <summary>The next datagram that begins like this; those before it are passed over.</summary>
    public async Task<string> NextAsync(string beginning, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (await NextAsync(cancellationToken) is var datagram && datagram.StartsWith(beginning, StringComparison.Ordinal))
                return datagram;
        }
    }

    /// <summary>All that waits to be read now.</summary>
    public IReadOnlyList<string> Waiting()
    {
        var waiting = new List<string>();
        while (_socket.Available > 0)
            waiting.Add(Encoding.UTF8.GetString(_buffer, 0, _socket.Receive(_buffer)));
        return waiting;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _socket.Dispose();
        if (Address[0] != '@')
            File.Delete(Address);
    }
}
