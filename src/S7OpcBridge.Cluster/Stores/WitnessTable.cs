using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using S7OpcBridge.Cluster.Security;
using S7OpcBridge.Cluster.Tables;
using S7OpcBridge.Cluster.Witness;

namespace S7OpcBridge.Cluster.Stores;

/// <summary>A table at a witness. One connection, one request at a time.</summary>
internal sealed class WitnessTable(EndPoint address, string cluster, string secret) : TableStore
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

    private readonly ClusterHandshake _handshake = new(
        cluster,
        Environment.MachineName,
        WitnessProtocol.Version,
        new ClusterSecret(secret)
    );
    private readonly SemaphoreSlim _turn = new(1, 1);
    private SslStream? _stream;

    public override IReadOnlyList<EndPoint> EndPoints { get; } = [address];

    public override string Name => $"the witness at {(address is DnsEndPoint dns ? $"{dns.Host}:{dns.Port}" : address)}";

    public override async Task InitializeAsync(CancellationToken cancellationToken)
    {
        try
        {
            await ReadAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (PeerRefusedException refused)
        {
            throw new ClusterStoreException($"{Name} can't be used: {refused.Message}.", refused);
        }
    }

    public override async Task<StoredTable> ReadAsync(CancellationToken cancellationToken) =>
        WitnessProtocol.ParseTable(await AskAsync(WitnessProtocol.Request(WitnessOperation.Read), cancellationToken).ConfigureAwait(false));

    public override async Task<bool> TryReplaceAsync(int expectedVersion, int version, string rows, CancellationToken cancellationToken)
    {
        var request = WitnessProtocol.Request(WitnessOperation.Replace, expectedVersion, version, rows);
        return WitnessProtocol.ParseDone(await AskAsync(request, cancellationToken).ConfigureAwait(false));
    }

    public override async Task SetAliveAsync(string silo, CancellationToken cancellationToken) =>
        WitnessProtocol.ParseDone(
            await AskAsync(WitnessProtocol.Request(WitnessOperation.Alive, text: silo), cancellationToken).ConfigureAwait(false)
        );

    public override async Task DeleteAsync(CancellationToken cancellationToken) =>
        WitnessProtocol.ParseDone(
            await AskAsync(WitnessProtocol.Request(WitnessOperation.Delete), cancellationToken).ConfigureAwait(false)
        );

    public override async ValueTask DisposeAsync()
    {
        await _turn.WaitAsync(CancellationToken.None).ConfigureAwait(false);
        await CloseAsync().ConfigureAwait(false);
        _turn.Dispose();
    }

    private async Task<byte[]> AskAsync(byte[] request, CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        using var limit = new CancellationTokenSource(Timeout, TimeProvider.System);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            if (_stream is { } open)
            {
                try
                {
                    return await AskAsync(open, request, either.Token).ConfigureAwait(false);
                }
                catch (IOException)
                {
                    // The witness was started again. A replacement that it had done already is refused the second time: the expected version has gone.
                    await CloseAsync().ConfigureAwait(false);
                }
            }
            _stream = await ConnectAsync(either.Token).ConfigureAwait(false);
            return await AskAsync(_stream, request, either.Token).ConfigureAwait(false);
        }
        catch (Exception failure)
        {
            await CloseAsync().ConfigureAwait(false);
            if (failure is OperationCanceledException && !cancellationToken.IsCancellationRequested)
                throw new TimeoutException($"{Name} does not answer.", failure);
            throw;
        }
        finally
        {
            _turn.Release();
        }
    }

    private static async Task<byte[]> AskAsync(SslStream stream, byte[] request, CancellationToken cancellationToken)
    {
        await Frames.SendAsync(stream, request, cancellationToken).ConfigureAwait(false);
        return await Frames.ReceiveAsync(stream, WitnessProtocol.Longest, cancellationToken).ConfigureAwait(false);
    }

    private async Task<SslStream> ConnectAsync(CancellationToken cancellationToken)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        SslStream? stream = null;
        try
        {
            await socket.ConnectAsync(address, cancellationToken).ConfigureAwait(false);
            stream = new SslStream(new NetworkStream(socket, ownsSocket: true));
            await stream.AuthenticateAsClientAsync(WitnessTls.ClientOptions(), cancellationToken).ConfigureAwait(false);
            await _handshake.ConnectAsync(stream, WitnessTls.Binding(stream.RemoteCertificate!), cancellationToken).ConfigureAwait(false);
            return stream;
        }
        catch (Exception failure)
        {
            socket.Dispose();
            if (stream is not null)
                await stream.DisposeAsync().ConfigureAwait(false);
            throw failure is AuthenticationException ? new IOException($"{Name} does not speak TLS: {failure.Message}", failure) : failure;
        }
    }

    private async Task CloseAsync()
    {
        if (_stream is not { } stream)
            return;
        _stream = null;
        await stream.DisposeAsync().ConfigureAwait(false);
    }
}
