using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster.Logging;
using S7OpcBridge.Cluster.Security;
using S7OpcBridge.Cluster.Witness;

namespace S7OpcBridge.Cluster;

/// <summary>Keeps the members of clusters for nodes that have no database: the third voice of two nodes. It runs on any third machine.</summary>
public sealed class WitnessServer : IAsyncDisposable
{
    private const int MostConnections = 200;

    private static readonly TimeSpan GreetingTimeout = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan IdleTimeout = TimeSpan.FromMinutes(1);

    private readonly TcpListener _listener;
    private readonly WitnessFile _file;
    private readonly ClusterHandshake _handshake;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly RefusalLog _refusals;
    private readonly X509Certificate2 _certificate;
    private readonly CancellationTokenSource _stopping = new();
    private readonly SemaphoreSlim _places = new(MostConnections, MostConnections);
    private Task _accepting = Task.CompletedTask;

    private WitnessServer(TcpListener listener, WitnessFile file, string secret, TimeProvider time, ILogger logger)
    {
        (_listener, _file, _time, _logger) = (listener, file, time, logger);
        _handshake = new ClusterHandshake(null, "witness", WitnessProtocol.Version, new ClusterSecret(secret));
        _refusals = new RefusalLog(time, logger);
        _certificate = WitnessTls.NewCertificate(time);
    }

    /// <summary>Where it listens.</summary>
    public EndPoint Endpoint => _listener.LocalEndpoint;

    /// <summary>Starts one.</summary>
    /// <param name="listen">Address and port; port 0: any free one.</param>
    /// <param name="file">The file with the members. Made if it is not there.</param>
    /// <param name="secret">The secret of the clusters that may use it.</param>
    /// <param name="logger">Gets events 1108, 1111 and 1112.</param>
    /// <exception cref="ClusterStoreException">The file can't be used.</exception>
    /// <exception cref="SocketException">The address can't be used.</exception>
    public static async Task<WitnessServer> StartAsync(
        IPEndPoint listen,
        string file,
        string secret,
        TimeProvider time,
        ILogger logger,
        CancellationToken cancellationToken
    )
    {
        var opened = await WitnessFile.OpenAsync(file, time, cancellationToken).ConfigureAwait(false);
        var listener = new TcpListener(listen);
        try
        {
            listener.Start();
        }
        catch
        {
            opened.Dispose();
            throw;
        }
        var server = new WitnessServer(listener, opened, secret, time, logger);
        server._accepting = server.AcceptAsync();
        return server;
    }

    /// <summary>Closes all connections.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        _listener.Stop();
        await _accepting.ConfigureAwait(false);
        for (var i = 0; i < MostConnections; i++)
            await _places.WaitAsync(CancellationToken.None).ConfigureAwait(false);
        _file.Dispose();
        _certificate.Dispose();
        _places.Dispose();
        _stopping.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                await _places.WaitAsync(_stopping.Token).ConfigureAwait(false);
                TcpClient client;
                try
                {
                    client = await _listener.AcceptTcpClientAsync(_stopping.Token).ConfigureAwait(false);
                }
                catch
                {
                    _places.Release();
                    throw;
                }
                _ = ServeAsync(client);
            }
        }
        catch (Exception ended) when (ended is OperationCanceledException or SocketException or ObjectDisposedException) { }
    }

    private async Task ServeAsync(TcpClient client)
    {
        var remote = client.Client.RemoteEndPoint;
        try
        {
            using var owned = client;
            client.NoDelay = true;
            await using var stream = new SslStream(client.GetStream());
            var cluster = await GreetAsync(stream).ConfigureAwait(false);
            while (true)
                await AnswerAsync(stream, cluster).ConfigureAwait(false);
        }
        catch (PeerRefusedException refused)
        {
            _refusals.Refused("from", remote, refused.Message);
        }
        catch (Exception ended) when (IsOfConnection(ended))
        {
            // It connects again, if it is a node.
        }
        finally
        {
            _places.Release();
        }
    }

    private static bool IsOfConnection(Exception failure) =>
        failure is IOException or SocketException or OperationCanceledException or AuthenticationException or InvalidDataException;

    private async Task<string> GreetAsync(SslStream stream)
    {
        using var limit = new CancellationTokenSource(GreetingTimeout, _time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, _stopping.Token);
        await stream.AuthenticateAsServerAsync(WitnessTls.ServerOptions(_certificate), either.Token).ConfigureAwait(false);
        return (await _handshake.AcceptAsync(stream, WitnessTls.Binding(_certificate), either.Token).ConfigureAwait(false)).Cluster;
    }

    private async Task AnswerAsync(SslStream stream, string cluster)
    {
        using var limit = new CancellationTokenSource(IdleTimeout, _time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, _stopping.Token);
        var request = await Frames.ReceiveAsync(stream, WitnessProtocol.Longest, either.Token).ConfigureAwait(false);
        byte[] answer;
        try
        {
            answer = await DoAsync(cluster, request, either.Token).ConfigureAwait(false);
        }
        catch (Exception failure)
            when (failure is IOException or UnauthorizedAccessException or JsonException or FormatException or ArgumentException)
        {
            // .NET calls a file that must not become longer (EFBIG: a limit of the shell or the unit) an argument that is out of range.
            _logger.WitnessFailed(failure.Message);
            answer = WitnessProtocol.Failure(failure.Message);
        }
        await Frames.SendAsync(stream, answer, either.Token).ConfigureAwait(false);
    }

    private async Task<byte[]> DoAsync(string cluster, byte[] request, CancellationToken cancellationToken)
    {
        var (operation, expectedVersion, version, text) = WitnessProtocol.ParseRequest(request);
        switch (operation)
        {
            case WitnessOperation.Read:
                return WitnessProtocol.Answer(_file.Read(cluster));
            case WitnessOperation.Replace:
                return WitnessProtocol.Answer(
                    await _file.TryReplaceAsync(cluster, expectedVersion, version, text, cancellationToken).ConfigureAwait(false)
                );
            case WitnessOperation.Alive:
                _file.SetAlive(cluster, text);
                return WitnessProtocol.Answer(true);
            case WitnessOperation.Delete:
                await _file.DeleteAsync(cluster, cancellationToken).ConfigureAwait(false);
                return WitnessProtocol.Answer(true);
            default:
                return WitnessProtocol.Failure($"it does not know operation {(byte)operation}: its version is older than the node's");
        }
    }
}
