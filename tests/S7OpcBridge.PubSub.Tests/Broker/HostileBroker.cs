using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace S7OpcBridge.PubSub.Tests.Broker;

/// <summary>A broker that does what a test says, byte by byte.</summary>
internal sealed class HostileBroker : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly Task _running;
    private int _connections;

    /// <param name="script">What it does with each connection, counted from 1; then it closes it.</param>
    public HostileBroker(Func<Client, int, CancellationToken, Task> script)
    {
        _listener.Start();
        _running = RunAsync(script);
    }

    public Uri Address =>
        new(string.Create(CultureInfo.InvariantCulture, $"mqtt://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}"));

    public int Connections => Volatile.Read(ref _connections);

    /// <summary>Numbers of the messages that came, over all connections.</summary>
    public ConcurrentQueue<int> Received { get; } = new();

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        _listener.Stop();
        await _running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _end.Dispose();
    }

    private async Task RunAsync(Func<Client, int, CancellationToken, Task> script)
    {
        while (true)
        {
            using var socket = await _listener.AcceptTcpClientAsync(_end.Token);
            try
            {
                await script(new Client(socket.GetStream(), this), Interlocked.Increment(ref _connections), _end.Token);
            }
            catch (IOException)
            {
                // The bridge has gone.
            }
        }
    }

    internal sealed class Client(NetworkStream stream, HostileBroker broker)
    {
        /// <summary>Takes CONNECT and answers it as MQTT 5 does.</summary>
        /// <param name="properties">Of CONNACK.</param>
        public async Task AcceptAsync(CancellationToken cancellationToken, params byte[] properties)
        {
            await ReadAsync(cancellationToken);
            await SendAsync(cancellationToken, [0x20, (byte)(3 + properties.Length), 0, 0, (byte)properties.Length, .. properties]);
        }

        public async Task SendAsync(CancellationToken cancellationToken, params byte[] bytes) =>
            await stream.WriteAsync(bytes, cancellationToken);

        /// <summary>The next message, of quality 1: its packet id.</summary>
        public async Task<byte[]> MessageAsync(CancellationToken cancellationToken)
        {
            while (true)
            {
                var (header, body) = await ReadAsync(cancellationToken);
                if (header >> 4 != 3)
                    continue;
                var topic = (body[0] << 8) | body[1];
                var properties = 2 + topic + 2;
                broker.Received.Enqueue(
                    int.Parse(Encoding.UTF8.GetString(body.AsSpan(properties + 1 + body[properties])), CultureInfo.InvariantCulture)
                );
                return body[(2 + topic)..properties];
            }
        }

        public Task AcknowledgeAsync(byte[] id, CancellationToken cancellationToken) => SendAsync(cancellationToken, 0x40, 2, id[0], id[1]);

        public async Task<(byte Header, byte[] Body)> ReadAsync(CancellationToken cancellationToken)
        {
            var one = new byte[1];
            await stream.ReadExactlyAsync(one, cancellationToken);
            var header = one[0];
            int size = 0,
                shift = 0;
            do
            {
                await stream.ReadExactlyAsync(one, cancellationToken);
                size |= (one[0] & 0x7F) << shift;
                shift += 7;
            } while (one[0] >= 0x80);
            var body = new byte[size];
            await stream.ReadExactlyAsync(body, cancellationToken);
            return (header, body);
        }
    }
}
